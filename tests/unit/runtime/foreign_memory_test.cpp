// Names in place of addresses that differ from run to run.
#include "runtime/foreign_memory.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

namespace heddle::runtime {
namespace {

constexpr std::size_t kPage = 4096;

std::optional<std::string> nameOfNew(int protection) {
  void* const page = mmap(nullptr, kPage, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  auto name = ForeignMemory().nameOf(reinterpret_cast<Address>(page) + 8);
  munmap(page, kPage);
  return name;
}

TEST(ForeignMemory, NamesWhatLibrariesHave) {
  const auto table = reinterpret_cast<Address>(dlsym(RTLD_DEFAULT, "_ZTVNSt6thread6_StateE"));
  ASSERT_NE(table, 0u);
  EXPECT_EQ(ForeignMemory().nameOf(table), "vtable for std::thread::_State");
  EXPECT_EQ(ForeignMemory().nameOf(table + 16), "vtable for std::thread::_State + 16");
}

TEST(ForeignMemory, TellsCodeFromConstants) {
  EXPECT_EQ(nameOfNew(PROT_READ | PROT_EXEC), "a function");
  EXPECT_EQ(nameOfNew(PROT_READ), "a constant");
}

TEST(ForeignMemory, LeavesNumbersAlone) {
  for (const Address number : {Address{0}, Address{1}, Address{65535}, Address{65536}, ~Address{0}, Address{1} << 62})
    EXPECT_EQ(ForeignMemory().nameOf(number), std::nullopt);
}

}  // namespace
}  // namespace heddle::runtime
