#include <heddle/heddle.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int verbose = 0;
  const char *file = "";
  for (int option; (option = getopt(argc, argv, "vf:")) != -1;) {
    if (option == 'v') verbose = 1;
    if (option == 'f') file = optarg;
  }
  heddle_assert(verbose && strcmp(file, "some file") == 0 && optind == argc - 1 && strcmp(argv[optind], "rest") == 0);
  heddle_assert(argv[argc] == 0);
}
