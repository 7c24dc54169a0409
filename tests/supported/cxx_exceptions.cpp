// Exceptions, types at run time, and variables that are initialised once.
#include <cxxabi.h>

#include <cassert>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <typeinfo>

// What compiled code has of types.
extern const char nameOfInt[] __asm__("_ZTSi");
extern const char nameOfException[] __asm__("_ZTSSt9exception");
extern const char nameOfClasses[] __asm__("_ZTSN10__cxxabiv117__class_type_infoE");
extern const void* const tablesOfOstream[] __asm__("_ZTTSo");
extern const unsigned char guardOfFacet[] __asm__("_ZGVNSt10moneypunctIcLb0EE2idE");

namespace {

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {};
struct Other : Base {};

struct Copied {
  Copied() = default;
  Copied(const Copied& other) : copies(other.copies + 1) {}
  int copies = 0;
};

struct Failing {
  Failing() { throw 7; }
};

int uncaught = 0;
struct Counts {
  ~Counts() { uncaught = std::uncaught_exceptions(); }
};

template <typename Exception, typename Function>
bool throws(Function function) {
  try {
    function();
  } catch (const Exception&) {
    return true;
  }
  return false;
}

void exceptions() {
  try {
    try {
      Counts counts;
      throw std::runtime_error("text");
    } catch (const std::exception& e) {
      assert(std::strcmp(e.what(), "text") == 0 && *abi::__cxa_current_exception_type() == typeid(std::runtime_error));
      throw;
    }
  } catch (std::runtime_error&) {
    assert(uncaught == 1 && std::uncaught_exceptions() == 0);
  }
  try {
    throw Copied();
  } catch (Copied copy) {  // by value: the copy constructor runs
    assert(copy.copies == 1);
  }
  assert(throws<int>([] { throw Failing(); }));  // the exception itself is never thrown
  assert(throws<std::bad_cast>([] {
    Derived derived;
    Base& base = derived;
    (void)dynamic_cast<Other&>(base);
  }));
  assert(throws<std::bad_typeid>([] {
    Base* volatile none = nullptr;
    (void)typeid(*none).name();
  }));
  assert(throws<std::bad_array_new_length>([] { abi::__cxa_throw_bad_array_new_length(); }));
  std::exception_ptr kept = std::make_exception_ptr(5);
  assert(throws<int>([&] { std::rethrow_exception(kept); }));
  assert(!std::current_exception());
  try {
    std::rethrow_exception(kept);
  } catch (int) {
    assert(std::current_exception() == kept);
  }
  assert(throws<std::system_error>([] { throw std::system_error(EINVAL, std::generic_category()); }));
}

void types() {
  Derived derived;
  Base* base = &derived;
  assert(dynamic_cast<Derived*>(base) == &derived && dynamic_cast<Other*>(base) == nullptr);
  assert(typeid(*base) == typeid(Derived) && typeid(*base) != typeid(Base));
  assert(std::strcmp(nameOfInt, "i") == 0 && std::strcmp(nameOfException, "St9exception") == 0);
  assert(std::strcmp(nameOfClasses, "N10__cxxabiv117__class_type_infoE") == 0);
  assert(tablesOfOstream[0] != nullptr && guardOfFacet[0] <= 1);
  int status = 1;
  const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle("_Z3fooi", nullptr, nullptr, &status),
                                                         std::free);
  assert(status == 0 && std::strcmp(name.get(), "foo(int)") == 0);
  assert(std::generic_category().message(ENOENT) == "No such file or directory");
  assert(std::strcmp(std::system_category().name(), "system") == 0 &&
         std::generic_category() != std::system_category());
}

struct OwnCategory : std::error_category {
  const char* name() const noexcept override { return "own"; }
  std::string message(int) const override { return "text"; }
};

void categories() {
  const OwnCategory own;
  const std::error_code code(3, own);
  assert(code.message() == "text" && code.default_error_condition().category() == own && own.equivalent(code, 3));
}

int tries = 0, made = 0, destroyed = 0;

struct Once {
  Once() {
    if (++tries == 1) throw 1;
    ++made;
  }
};

void once() {
  static Once object;
  (void)object;
}

struct OfThread {
  ~OfThread() { ++destroyed; }
  int value = 3;
};
thread_local OfThread ofThread;

void initialisation() {
  assert(throws<int>(once));  // as if it had not been tried
  std::thread thread(once);
  once();
  thread.join();
  assert(tries == 2 && made == 1);
  std::thread([] { assert(ofThread.value++ == 3); }).join();
  assert(destroyed == 1 && ofThread.value == 3);
}

}  // namespace

int main() {
  exceptions();
  types();
  categories();
  initialisation();
  std::set_terminate(__gnu_cxx::__verbose_terminate_handler);
  assert(std::get_terminate() == __gnu_cxx::__verbose_terminate_handler);
  const std::terminate_handler before = std::get_terminate();
  const std::terminate_handler handler = [] { std::abort(); };
  assert(std::set_terminate(handler) == before && std::get_terminate() == handler);
}
