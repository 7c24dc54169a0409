// An index that others have chosen leads out of a constant.
#include <stdatomic.h>

static const int table[4] = {1, 2, 3, 4};
static atomic_int index = 4;

int main(void) { return table[index] == 77; }
