#include <stdatomic.h>

extern atomic_int shared;
void addToShared(int n);
int otherMine(void);
