/* Runs the tests of <heddle/test.h> where nobody checks them: each in a process of its own, so that one that fails
 * does not keep the others from running. Part of that header.
 */
#ifndef HEDDLE_RUN_TESTS_H
#define HEDDLE_RUN_TESTS_H

#include <fnmatch.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Each file has these; the linker keeps one. */
#define HEDDLE_ONCE __attribute__((weak))

#ifdef __cplusplus
extern "C" {
#endif

HEDDLE_ONCE struct heddle_test* heddle_first_test = 0;

HEDDLE_ONCE void heddle_add_test(struct heddle_test* test);
HEDDLE_ONCE void heddle_add_test(struct heddle_test* test) {
  struct heddle_test** end = &heddle_first_test;
  while (*end) end = &(*end)->next;
  *end = test;
}

struct heddle_run {
  const char* filter; /* null: all */
  int list;
  long repeat, timeout;
};

static inline double heddle_seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static inline int heddle_is_meant(const struct heddle_run* run, const struct heddle_test* test) {
  return !run->filter || fnmatch(run->filter, test->name, 0) == 0;
}

/* The wait status of the test, run once. */
static inline int heddle_run_once(const struct heddle_run* run, const struct heddle_test* test) {
  fflush(stdout);
  fflush(stderr);
  const pid_t child = fork();
  if (child < 0) {
    perror("fork");
    exit(2);
  }
  if (child == 0) {
    alarm((unsigned)run->timeout);
    test->run();
    exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) continue;
  return status;
}

static inline void heddle_print_failure(const struct heddle_run* run, const struct heddle_test* test, int status,
                                        long times) {
  printf("\xE2\x9C\x97 %s  %s:%d: ", test->name, test->file, test->line);
  if (!WIFSIGNALED(status))
    printf("exit status %d", WEXITSTATUS(status));
  else if (WTERMSIG(status) == SIGALRM)
    printf("did not end within %ld s", run->timeout);
  else if (WTERMSIG(status) == SIGABRT)
    printf("aborted");
  else
    printf("killed by signal %d%s", WTERMSIG(status), WTERMSIG(status) == SIGSEGV ? " (segmentation fault)" : "");
  if (run->repeat > 1) printf(", in run %ld of %ld", times, run->repeat);
  printf("\n");
}

/* Whether it passes, each time. */
static inline int heddle_run_test(const struct heddle_run* run, const struct heddle_test* test) {
  const double begun = heddle_seconds();
  for (long times = 1; times <= run->repeat; ++times) {
    const int status = heddle_run_once(run, test);
    if (status != 0) {
      heddle_print_failure(run, test, status, times);
      return 0;
    }
  }
  printf("\xE2\x9C\x93 %s  ", test->name);
  if (run->repeat > 1) printf("%ld runs, ", run->repeat);
  printf("%.2f s\n", heddle_seconds() - begun);
  return 1;
}

/* Of a positive number that is the argument after this one; 0: there is none. */
static inline long heddle_number(const char* text) {
  char* end = 0;
  const long number = text ? strtol(text, &end, 10) : 0;
  return text && *text && !*end && number > 0 && number < 1000000000 ? number : 0;
}

/* Whether the arguments are understood. */
static inline int heddle_read_arguments(struct heddle_run* run, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const char* const next = i + 1 < argc ? argv[i + 1] : 0;
    if (strcmp(argv[i], "--list") == 0) {
      run->list = 1;
      continue;
    }
    if (strcmp(argv[i], "--filter") == 0 && next)
      run->filter = next;
    else if (strcmp(argv[i], "--repeat") == 0 && heddle_number(next))
      run->repeat = heddle_number(next);
    else if (strcmp(argv[i], "--timeout") == 0 && heddle_number(next))
      run->timeout = heddle_number(next);
    else
      return 0;
    ++i;
  }
  return 1;
}

/* Of two tests with one name nobody knows which is meant. */
static inline int heddle_has_namesake(const struct heddle_test* test) {
  for (const struct heddle_test* other = heddle_first_test; other != test; other = other->next) {
    if (strcmp(other->name, test->name) != 0) continue;
    fprintf(stderr, "%s:%d: there is a test %s already, at %s:%d\n", test->file, test->line, test->name, other->file,
            other->line);
    return 1;
  }
  return 0;
}

/* The exit code: 0 if all pass, 1 if one fails, 2 if there is nothing to run. */
HEDDLE_ONCE int heddle_run_tests(int argc, char** argv);
HEDDLE_ONCE int heddle_run_tests(int argc, char** argv) {
  struct heddle_run run = {0, 0, 1, 60};
  if (!heddle_read_arguments(&run, argc, argv)) {
    fprintf(stderr, "Usage: %s [--list] [--filter GLOB] [--repeat N] [--timeout SECONDS]\n", argv[0]);
    return 2;
  }
  int passed = 0, failed = 0, skipped = 0;
  for (const struct heddle_test* test = heddle_first_test; test; test = test->next) {
    if (heddle_has_namesake(test)) return 2;
    if (!heddle_is_meant(&run, test)) continue;
    if (run.list) {
      ++passed;
      printf("%s  %s:%d%s%s\n", test->name, test->file, test->line, *test->options ? "  " : "", test->options);
    } else if (strstr(test->options, "--expect")) {
      ++skipped; /* what it does here nobody knows */
      printf("- %s  skipped: %s\n", test->name, test->options);
    } else if (heddle_run_test(&run, test)) {
      ++passed;
    } else {
      ++failed;
    }
  }
  if (passed + failed + skipped == 0) {
    fprintf(stderr, run.filter ? "no test matches '%s'\n" : "there are no tests%s\n", run.filter ? run.filter : "");
    return 2;
  }
  if (run.list) return 0;
  printf("%d passed, %d failed", passed, failed);
  if (skipped) printf(", %d skipped", skipped);
  printf("\n");
  return failed ? 1 : 0;
}

#ifdef __cplusplus
}
#endif

#ifndef HEDDLE_TEST_NO_MAIN /* This file has a main of its own? Define HEDDLE_TEST_NO_MAIN before the include. */
HEDDLE_ONCE int main(int argc, char** argv) { return heddle_run_tests(argc, argv); }
#endif

#endif
