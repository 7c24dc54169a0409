// The types of the program's variables, so that memory and values can be written as the source writes them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heddle::core {

// How values are written.
enum class Number : std::uint8_t { Signed, Unsigned, Floating, Boolean, Character };

using TypeId = std::uint32_t;  // 0: not known

struct DataType {
  enum class Kind : std::uint8_t { Unknown, Number, Pointer, Enumeration, Record, Array };
  struct Member {
    std::string name;  // empty: a base class or an anonymous struct or union
    TypeId type = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };

  Kind kind = Kind::Unknown;
  std::string name;  // "node", "Pool::State"; empty: it has none
  std::uint64_t size = 0;
  Number number = Number::Signed;                                   // Number, Enumeration
  bool isOpaque = false;                                            // of a library: its members mean nothing to people
  bool isClosure = false;                                           // of a lambda
  TypeId element = 0;                                               // Array
  std::vector<Member> members = {};                                 // Record, in order of declaration
  std::vector<std::pair<std::int64_t, std::string>> enumerators{};  // Enumeration
};

using TypeTable = std::vector<DataType>;  // indexed by TypeId; [0] is "not known"

// What follows the name of an object of the type for its innermost part at the offset: ".head", "[3].value",
// " + 4" where debug info does not tell. `bytes`: of the access, by which members of a union are told apart; 0: any.
std::string innermostPart(const TypeTable& types, TypeId type, std::uint64_t offset, std::uint64_t bytes = 0);
// The same for the outermost part that begins at the offset, but no array: "" for the object itself, "[3]".
std::string outermostPart(const TypeTable& types, TypeId type, std::uint64_t offset);
// What is read or written by an access of so many bytes there, in types of a library too, which hold the values of
// atomics; 0: not known.
TypeId valueAt(const TypeTable& types, TypeId type, std::uint64_t offset, std::uint64_t bytes);

}  // namespace heddle::core
