#include <pthread.h>
#include <string.h>
char *gp;
void *f(void *a) {
  gp[0] = 'x';
  return 0;
}
int main(void) {
  char local[8];
  pthread_t t;
  gp = strcpy(local, "abc");
  pthread_create(&t, 0, f, 0);
  local[0] = 'y'; /* races with line 5 */
  pthread_join(t, 0);
  return 0;
}
