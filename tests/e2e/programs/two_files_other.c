#include "two_files.h"

int answer(void) { return 42; }
