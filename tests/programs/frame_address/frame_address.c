#include <assert.h>
#include <stdint.h>

// Frames lie below those of their callers, and each call returns to where it came from.
static uintptr_t frame(void) { return (uintptr_t)__builtin_frame_address(0); }

static uintptr_t frameBelow(uintptr_t *above) {
  *above = (uintptr_t)__builtin_frame_address(0);
  return frame();
}

static void *origin(void) { return __builtin_return_address(0); }

int main(void) {
  uintptr_t above;
  uintptr_t below = frameBelow(&above);
  assert(below < above && above < (uintptr_t)&above);
  void *first = origin();
  void *second = origin();
  assert(first != second);
}
