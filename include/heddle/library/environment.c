/* The environment of a program that changes it; it is empty at first. Nothing here locks: POSIX does not ask for it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char* nothing[1];
char** environ = nothing;
extern char** __environ __attribute__((alias("environ")));

static char** placeOf(const char* name, size_t length) {
  char** place = environ;
  while (*place != 0 && !(strncmp(*place, name, length) == 0 && (*place)[length] == '=')) ++place;
  return place;
}

char* getenv(const char* name) {
  const size_t length = strlen(name);
  char* const found = *placeOf(name, length);
  return found == 0 ? 0 : found + length + 1;
}

/* Input and output are no terminals. */
int isatty(int file) {
  (void)file;
  errno = ENOTTY;
  return 0;
}

char* secure_getenv(const char* name) { return getenv(name); }

static int put(char* entry, size_t length) {
  char** place = placeOf(entry, length);
  if (*place == 0) {
    const size_t count = (size_t)(place - environ);
    char** const larger = malloc((count + 2) * sizeof *larger);
    if (larger == 0) return -1;
    memcpy(larger, environ, count * sizeof *larger);
    larger[count + 1] = 0;
    environ = larger; /* who reads the old one may go on: it is kept */
    place = larger + count;
  }
  *place = entry;
  return 0;
}

static int isName(const char* name) { return name != 0 && *name != 0 && strchr(name, '=') == 0; }

int unsetenv(const char* name) {
  if (!isName(name)) {
    errno = EINVAL;
    return -1;
  }
  char** place = placeOf(name, strlen(name));
  for (; *place != 0; ++place) place[0] = place[1];
  return 0;
}

int setenv(const char* name, const char* value, int overwrite) {
  if (!isName(name)) {
    errno = EINVAL;
    return -1;
  }
  const size_t length = strlen(name);
  if (!overwrite && *placeOf(name, length) != 0) return 0;
  char* const entry = malloc(length + strlen(value) + 2);
  if (entry == 0) return -1;
  strcpy(entry, name);
  entry[length] = '=';
  strcpy(entry + length + 1, value);
  return put(entry, length);
}

int putenv(char* entry) {
  const char* const equals = strchr(entry, '=');
  return equals == 0 ? unsetenv(entry) : put(entry, (size_t)(equals - entry));
}

int clearenv(void) {
  environ = nothing;
  return 0;
}
