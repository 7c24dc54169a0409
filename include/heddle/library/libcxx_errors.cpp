/* What libc++.so has of exceptions and error codes. The exceptions of both libraries that have the same name have the
   same layout: a pointer to the text that libstdc++ keeps. So is an exception_ptr: it leads to the object. */
#include <any>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

extern "C" {
void heddle_take_exception(void* pointer) __asm__("_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv");
void heddle_let_go_of_exception(void* pointer) __asm__("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
[[noreturn]] void heddle_rethrow(void* pointer) __asm__("_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE");
}

namespace std {

exception_ptr exception_ptr::__from_native_exception_pointer(void* object) noexcept {
  exception_ptr result;
  result.__ptr_ = object;
  if (object != nullptr) heddle_take_exception(&result);
  return result;
}

exception_ptr::exception_ptr(const exception_ptr& other) noexcept : __ptr_(other.__ptr_) {
  if (__ptr_ != nullptr) heddle_take_exception(this);
}

exception_ptr& exception_ptr::operator=(const exception_ptr& other) noexcept {
  exception_ptr copy(other);
  swap(__ptr_, copy.__ptr_);
  return *this;
}

exception_ptr::~exception_ptr() noexcept {
  if (__ptr_ != nullptr) heddle_let_go_of_exception(this);
}

void rethrow_exception(exception_ptr exception) { heddle_rethrow(&exception); }

nested_exception::nested_exception() noexcept : __ptr_(current_exception()) {}
void nested_exception::rethrow_nested() const {
  if (__ptr_ == nullptr) terminate();
  rethrow_exception(__ptr_);
}

logic_error::logic_error(const string& what) : logic_error(what.c_str()) {}
runtime_error::runtime_error(const string& what) : runtime_error(what.c_str()) {}

/* In libstdc++ they are inline. */
bad_alloc::bad_alloc() noexcept {}
bad_array_new_length::bad_array_new_length() noexcept {}
bad_cast::bad_cast() noexcept {}
bad_typeid::bad_typeid() noexcept {}

bad_optional_access::~bad_optional_access() noexcept {}
const char* bad_optional_access::what() const noexcept { return "bad_optional_access"; }
const char* bad_variant_access::what() const noexcept { return "bad_variant_access"; }
const char* bad_any_cast::what() const noexcept { return "bad any cast"; }
inline namespace __1 {
/* As <expected> declares it, from C++23 on. */
template <typename Error>
class bad_expected_access;
template <>
class bad_expected_access<void> : public exception {
 public:
  const char* what() const noexcept override;
};
const char* bad_expected_access<void>::what() const noexcept { return "bad access to std::expected"; }
}  // namespace __1

inline namespace __1 {

bad_function_call::~bad_function_call() noexcept {}

void __libcpp_verbose_abort(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  abort();
}

error_category::~error_category() noexcept {}
error_condition error_category::default_error_condition(int code) const noexcept {
  return error_condition(code, *this);
}
bool error_category::equivalent(int code, const error_condition& condition) const noexcept {
  return default_error_condition(code) == condition;
}
bool error_category::equivalent(const error_code& code, int condition) const noexcept {
  return *this == code.category() && code.value() == condition;
}

namespace {

constexpr int kLast = 4095;  // of the system's errors

class GenericCategory final : public error_category {
 public:
  const char* name() const noexcept override { return "generic"; }
  string message(int code) const override {
    return code > kLast ? "unspecified generic_category error" : strerror(code);
  }
};

class SystemCategory final : public error_category {
 public:
  const char* name() const noexcept override { return "system"; }
  string message(int code) const override {
    return code > kLast ? "unspecified system_category error" : strerror(code);
  }
  error_condition default_error_condition(int code) const noexcept override {
    if (code > kLast) return error_condition(code, system_category());
    return error_condition(code, generic_category());
  }
};

constinit GenericCategory generic;
constinit SystemCategory ofSystem;

string withMessage(const string& what, const error_code& code) {
  if (!code) return what;
  return what.empty() ? code.message() : what + ": " + code.message();
}

}  // namespace

const error_category& generic_category() noexcept { return generic; }
const error_category& system_category() noexcept { return ofSystem; }

string error_code::message() const { return __cat_->message(__val_); }
string error_condition::message() const { return __cat_->message(__val_); }

system_error::system_error(error_code code, const string& what) : runtime_error(withMessage(what, code)), __ec_(code) {}
system_error::system_error(error_code code, const char* what) : system_error(code, string(what)) {}
system_error::system_error(error_code code) : system_error(code, string()) {}
system_error::system_error(int code, const error_category& category, const string& what)
    : system_error(error_code(code, category), what) {}
system_error::system_error(int code, const error_category& category, const char* what)
    : system_error(error_code(code, category), string(what)) {}
system_error::system_error(int code, const error_category& category) : system_error(error_code(code, category)) {}
system_error::~system_error() noexcept {}

void __throw_system_error(int code, const char* what) { throw system_error(error_code(code, system_category()), what); }

}  // namespace __1
}  // namespace std
