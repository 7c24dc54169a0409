/* getopt and its siblings, as GNU has them: what is no option goes to the end, unless asked otherwise. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *next;                   /* the rest of a group of options, "bc" of "-abc" */
static int firstOther, behindOthers; /* arguments between them were passed over */

/* Moves what was passed over behind what came after it. */
static void exchange(char **argv) {
  for (; firstOther != behindOthers && behindOthers != optind; ++firstOther, ++behindOthers) {
    char *const moved = argv[behindOthers];
    memmove(argv + firstOther + 1, argv + firstOther, (size_t)(behindOthers - firstOther) * sizeof *argv);
    argv[firstOther] = moved;
  }
  if (firstOther == behindOthers) firstOther = behindOthers = optind;
}

static int isOther(const char *argument) { return argument[0] != '-' || argument[1] == 0; }

static void complain(char **argv, const char *options, const char *what, const char *name, int length) {
  if (opterr && *options != ':') fprintf(stderr, "%s: %s '%.*s'\n", argv[0], what, length, name);
}

enum { kNoLongOption = -2 };

static int longOption(int argc, char **argv, const char *options, const struct option *longs, int *index, char *name,
                      int mayBeShort) {
  const size_t length = strcspn(name, "=");
  int found = -1, isExact = 0, isAmbiguous = 0;
  for (int i = 0; longs[i].name != 0 && !isExact; ++i) {
    if (strncmp(longs[i].name, name, length) != 0) continue;
    isExact = strlen(longs[i].name) == length;
    isAmbiguous = !isExact && found >= 0;
    found = i;
  }
  if (found < 0 && mayBeShort) return kNoLongOption;
  ++optind;
  optopt = 0;
  if (found < 0 || isAmbiguous) {
    complain(argv, options, found < 0 ? "unrecognized option" : "option is ambiguous", name, (int)length);
    return '?';
  }
  optopt = longs[found].val;
  char *const value = name[length] == '=' ? name + length + 1 : 0;
  if (value != 0 && longs[found].has_arg == no_argument) {
    complain(argv, options, "option doesn't allow an argument", name, (int)length);
    return '?';
  }
  optarg = value;
  if (value == 0 && longs[found].has_arg == required_argument) {
    if (optind >= argc) {
      complain(argv, options, "option requires an argument", name, (int)length);
      return *options == ':' ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  optopt = '?';
  if (index != 0) *index = found;
  if (longs[found].flag == 0) return longs[found].val;
  *longs[found].flag = longs[found].val;
  return 0;
}

static int shortOption(int argc, char **argv, const char *options) {
  const char letter = *next++;
  const char *const known = letter == ':' ? 0 : strchr(options, letter);
  const int isLast = *next == 0;
  if (isLast) ++optind;
  optarg = 0;
  if (known == 0) {
    complain(argv, options, "invalid option --", &letter, 1);
    optopt = letter;
    return '?';
  }
  if (known[1] != ':') return letter;
  if (!isLast) {
    optarg = next;
    ++optind;
  } else if (known[2] != ':') {
    if (optind >= argc) {
      complain(argv, options, "option requires an argument --", &letter, 1);
      optopt = letter;
      next = 0;
      return *options == ':' ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  next = 0;
  return letter;
}

static int option(int argc, char **argv, const char *options, const struct option *longs, int *index, int onlyLong) {
  const int inOrder = *options == '-', stops = *options == '+';
  if (inOrder || stops) ++options;
  if (optind == 0) {
    optind = 1;
    next = 0;
    firstOther = behindOthers = 1;
  }
  if (firstOther == 0) firstOther = behindOthers = optind;
  optarg = 0;
  if (next == 0 || *next == 0) {
    if (behindOthers > optind) behindOthers = optind;
    if (firstOther > optind) firstOther = optind;
    if (!inOrder && !stops) {
      exchange(argv);
      while (optind < argc && isOther(argv[optind])) ++optind;
      behindOthers = optind;
    }
    if (optind < argc && strcmp(argv[optind], "--") == 0) {
      ++optind;
      exchange(argv);
      behindOthers = optind = argc;
    }
    if (optind >= argc) {
      if (firstOther != behindOthers) optind = firstOther;
      return -1;
    }
    if (isOther(argv[optind])) {
      if (stops) return -1;
      optarg = argv[optind++];
      return 1;
    }
    char *const argument = argv[optind];
    next = 0;
    if (longs != 0 && argument[1] == '-') return longOption(argc, argv, options, longs, index, argument + 2, 0);
    const int isLetter = strchr(options, argument[1]) != 0;
    if (longs != 0 && onlyLong && (argument[2] != 0 || !isLetter)) {
      const int found = longOption(argc, argv, options, longs, index, argument + 1, isLetter);
      if (found != kNoLongOption) return found;
    }
    next = argument + 1;
  }
  return shortOption(argc, argv, options);
}

int getopt(int argc, char *const *argv, const char *options) {
  return option(argc, (char **)argv, options, 0, 0, 0);
}
int getopt_long(int argc, char *const *argv, const char *options, const struct option *longs, int *index) {
  return option(argc, (char **)argv, options, longs, index, 0);
}
int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *longs, int *index) {
  return option(argc, (char **)argv, options, longs, index, 1);
}
