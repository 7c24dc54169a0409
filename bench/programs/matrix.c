// Multiplies two matrices.
#include "array_work.h"

enum { kSize = 300, kRounds = 4 };

static void multiply(const double *a, const double *b, double *product) {
  for (int i = 0; i < kSize; i++)
    for (int j = 0; j < kSize; j++) {
      double sum = 0;
      for (int k = 0; k < kSize; k++) sum += a[i * kSize + k] * b[k * kSize + j];
      product[i * kSize + j] = sum;
    }
}

static void work(void) {
  double *const a = malloc(kSize * kSize * sizeof(double));
  double *const b = malloc(kSize * kSize * sizeof(double));
  double *const product = malloc(kSize * kSize * sizeof(double));
  for (int i = 0; i < kSize * kSize; i++) {
    a[i] = i % kSize + 1;
    b[i] = i / kSize == i % kSize ? 2 : 0;
  }
  for (int round = 0; round < kRounds; round++) multiply(a, b, product);
  for (int i = 0; i < kSize * kSize; i++) assert(product[i] == 2 * a[i]);
  free(a);
  free(b);
  free(product);
}
