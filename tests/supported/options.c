// getopt and its like.
#include <assert.h>
#include <getopt.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char* arguments[] = {"program", "-a", "-bvalue", "file", "-x", "--", "-a", 0};
  opterr = 0;
  assert(getopt(7, arguments, "+ab:") == 'a');
  assert(getopt(7, arguments, "+ab:") == 'b' && strcmp(optarg, "value") == 0);
  assert(getopt(7, arguments, "+ab:") == -1 && optind == 3);

  optind = 4;
  assert(getopt(7, arguments, "+ab:") == '?' && optopt == 'x');
  assert(getopt(7, arguments, "+ab:") == -1 && optind == 6);

  static int flag;
  static const struct option table[] = {
      {"length", required_argument, 0, 'l'}, {"quiet", no_argument, &flag, 5}, {0, 0, 0, 0}};
  char* longs[] = {"program", "--length=3", "--quiet", "--len", "4", "--unknown", 0};
  int which = -1;
  optind = 0;
  assert(getopt_long(6, longs, "l:", table, &which) == 'l' && which == 0 && strcmp(optarg, "3") == 0);
  assert(getopt_long(6, longs, "l:", table, &which) == 0 && which == 1 && flag == 5);
  assert(getopt_long(6, longs, "l:", table, &which) == 'l' && strcmp(optarg, "4") == 0);
  assert(getopt_long(6, longs, "l:", table, &which) == '?');
  assert(getopt_long(6, longs, "l:", table, &which) == -1);

  char* single[] = {"program", "-length", "7", 0};
  optind = 0;
  assert(getopt_long_only(3, single, "l:", table, &which) == 'l' && strcmp(optarg, "7") == 0);
  assert(getopt_long_only(3, single, "l:", table, &which) == -1 && optind == 3);
  return 0;
}
