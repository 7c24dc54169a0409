// The threads of a program without nesting: statements and jumps. Both the
// oracle and the IR are made from this.
#pragma once

#include <vector>

#include "program.h"

namespace heddle::fuzz {

struct Instruction {
  enum class Kind : std::uint8_t {
    Do,      // `statement`; Assume and Assert: fails unless there is a `test` and it holds
    Jump,    // to `target`
    Branch,  // `test`: to `target` if it holds, else to `other`
    Switch,  // the value of `statement` 0: to `target`; 1: to `other`; else to `rest`
    Exit,
  };
  Kind kind = Kind::Do;
  const Statement* statement = nullptr;  // owned by the program
  const Test* test = nullptr;
  unsigned target = 0;
  unsigned other = 0;
  unsigned rest = 0;
  unsigned line = 0;  // each statement has one of its own
};

using Code = std::vector<Instruction>;

// One for each thread. The program must outlive it.
std::vector<Code> codeOf(const Program& program);

// Something that another thread can observe.
bool isVisible(const Instruction& instruction);

}  // namespace heddle::fuzz
