// Values as the source would write them: by the type of what is read or written.
#pragma once

#include <string>

#include "runtime/foreign_memory.h"
#include "runtime/object_names.h"

namespace heddle::runtime {

class ShownValues {
 public:
  ShownValues(const Engine& program, const ObjectNames& objects) : engine_(program), objects_(objects) {}

  // That an access of the memory at `addr` has found or left there.
  std::string of(Value value, Address addr, unsigned bytes, SiteId site) const;
  std::string of(Value value, const core::Op& op) const { return of(value, op.addr, op.size, op.site); }

 private:
  std::string ofType(Value value, unsigned bytes, const core::DataType& type) const;
  std::string record(Value value, const core::DataType& type) const;
  std::string number(std::uint64_t low, unsigned bytes, const core::DataType& type) const;

  const Engine& engine_;
  const ObjectNames& objects_;
  mutable ForeignMemory foreign_;  // it remembers what it has read
};

}  // namespace heddle::runtime
