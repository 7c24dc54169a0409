// expect: safe
// executions: 1
#include <cassert>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <typeinfo>
int main() {
  std::exception_ptr p;
  try {
    try {
      throw std::invalid_argument("x");
    } catch (...) {
      std::throw_with_nested(std::logic_error("y"));
    }
  } catch (const std::exception& e) {
    assert(std::string(e.what()) == "y");
    try {
      std::rethrow_if_nested(e);
      assert(false);
    } catch (const std::invalid_argument& i) {
      assert(std::string(i.what()) == "x");
      p = std::current_exception();
    }
  }
  std::exception_ptr q = p, r = std::make_exception_ptr(std::out_of_range("z"));
  p = nullptr;
  p = r;
  try {
    std::rethrow_exception(q);
  } catch (const std::logic_error& e) {
    assert(std::string(e.what()) == "x");
  }
  try {
    std::rethrow_exception(r);
  } catch (std::out_of_range e) {
    assert(std::string(e.what()) == "z");
  }
  try {
    throw std::system_error(std::make_error_code(std::errc::permission_denied), "no");
  } catch (const std::system_error& e) {
    assert(e.code() == std::errc::permission_denied);
    assert(std::string(e.what()).find("no: ") == 0);
  }
  assert(std::error_code(1, std::system_category()) == std::errc::operation_not_permitted);
  assert(std::string(std::generic_category().name()) == "generic");
  std::thread t;
  try {
    t.join();
    assert(false);
  } catch (const std::system_error& e) {
    assert(e.code().value() == 22);
  }
  assert(std::uncaught_exceptions() == 0);
}
