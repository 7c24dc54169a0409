#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <string.h>

static int problemOf(const char *name) {
  errno = 0;
  return sem_open(name, O_CREAT, 0600, 1) == SEM_FAILED ? errno : 0;
}

int main(void) {
  char name[NAME_MAX + 2];
  memset(name, 'a', sizeof name);
  name[NAME_MAX + 1] = 0;
  assert(problemOf(name) == EINVAL);
  name[NAME_MAX - 3] = 0;
  assert(problemOf(name) == ENAMETOOLONG);
  assert(sem_unlink(name) == -1 && errno == ENAMETOOLONG);
  assert(problemOf("/a/b") == EINVAL && problemOf("a/") == EINVAL && problemOf("/") == EINVAL && problemOf("") == EINVAL);
  assert(sem_unlink("/a/b") == -1 && errno == ENOENT);

  sem_t *const first = sem_open("/heddle-name", O_CREAT, 0600, 0);
  sem_t *const second = sem_open("heddle-name", 0);
  assert(first != SEM_FAILED && second != SEM_FAILED);
  sem_post(first);
  assert(sem_trywait(second) == 0);
  assert(sem_unlink("//heddle-name") == 0 && sem_unlink("heddle-name") == -1);
}
