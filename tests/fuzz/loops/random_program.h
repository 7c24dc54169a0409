// Random programs with loops, and a way to make one that fails small.
#pragma once

#include <functional>

#include "program.h"

namespace heddle::fuzz {

// Of any kind, or only those of attempts.h.
enum class About : std::uint8_t { Anything, Attempts };

// Program number `index` of a seed, without drawing those before it.
Program randomProgram(std::uint64_t seed, std::uint64_t index, About about = About::Anything);

// Drops threads, statements and loops, and makes what is left simpler, for as
// long as the program still fails.
Program shrink(Program program, const std::function<bool(const Program&)>& fails);

// Whether it leaves loops only from inside of them, and has a thread.
bool isWellFormed(const Program& program);

// A statement, by the block that has it.
struct Position {
  Block* block;
  std::size_t index;
  bool inLoop;
  Statement& operator*() const { return (*block)[index]; }
};
// Outer ones first.
std::vector<Position> positionsOf(Program& program);

}  // namespace heddle::fuzz
