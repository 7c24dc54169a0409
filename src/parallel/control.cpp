#include "parallel/control.h"

namespace heddle::parallel {
namespace {
const Control* mine = nullptr;
}  // namespace

bool isToldToStop() { return mine != nullptr && mine->stops; }
void isToldBy(const Control& control) { mine = &control; }

}  // namespace heddle::parallel
