#include "runtime/library_lines.h"

#include <cxxabi.h>

#include <cstdlib>

#include "core/system_files.h"

namespace heddle::runtime {

std::string calleeName(const std::string& symbol) {
  int status = 0;
  char* const text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  if (status != 0) return symbol;
  std::string name = text;
  std::free(text);
  return name.substr(0, name.find('('));
}

bool isOfStandardLibrary(std::string_view symbol) {
  return symbol.starts_with("_ZSt") || symbol.starts_with("_ZNSt") || symbol.starts_with("_ZNKSt");
}

const char* whyAborts(const std::string& function) {
  const bool isOfThread = function == "std::thread::~thread" || function == "std::thread::operator=";
  return isOfThread ? ": the thread was neither joined nor detached" : "";
}

bool isInternal(const Engine& program, const core::TraceLine& line, SiteId access) {
  const core::Site& site = program.sites.at(access);
  if (line.library.empty()) {
    const core::DataType& base = program.sites.info().types[site.base];
    return base.isClosure || (base.isOpaque && site.callee == "memcpy");
  }
  const std::string_view function = line.library;
  const bool isAtomicType = function.starts_with("std::atomic") || function.starts_with("std::__atomic");
  const bool waits = function.find("::wait") != function.npos || function.find("::notify") != function.npos;
  const bool isCalledByLibrary = core::isSystemFile(line.place.file);
  if (isAtomicType && !waits && !isCalledByLibrary) return false;
  const std::string_view callee = site.callee;
  return callee.empty() || callee == "memcpy" || callee == "memset" || callee == "syscall" ||
         callee.find("futex") != callee.npos;
}

bool isInsideWait(const Engine& program, const core::Event& event) {
  const std::string_view callee = program.sites.at(event.op.site).callee;
  const bool isWait = callee.find("cond") != callee.npos && callee.find("wait") != callee.npos;
  return (isWait || callee.starts_with("cnd_")) && (event.op.kind == OpKind::Choose || event.op.kind == OpKind::Read);
}

}  // namespace heddle::runtime
