/* What libc++.so has of streams, for narrow characters: std::ios_base, and the classes that are templates. Files are
   left out. */
#define _LIBCPP_BUILDING_LIBRARY  // as it is for C++17 and before, and after that
#include <cstdlib>
#include <ios>
#include <istream>
#include <new>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <utility>

namespace std {
inline namespace __1 {

namespace {

class StreamCategory final : public error_category {
 public:
  const char* name() const noexcept override { return "iostream"; }
  string message(int code) const override {
    if (code == static_cast<int>(io_errc::stream)) return "unspecified iostream_category error";
    return code > 4095 ? "unspecified iostream_category error" : generic_category().message(code);
  }
};

constinit StreamCategory category;
int lastIndex = -1;

/* Memory for more of them, the new ones zero; false if there is none. */
template <typename T>
bool grow(T*& array, size_t& capacity, size_t count) {
  if (count <= capacity) return true;
  const size_t more = count > 2 * capacity ? count : 2 * capacity;
  auto* const larger = static_cast<T*>(realloc(array, more * sizeof(T)));
  if (larger == nullptr) return false;
  for (size_t i = capacity; i < more; ++i) larger[i] = T();
  array = larger;
  capacity = more;
  return true;
}

}  // namespace

const error_category& iostream_category() noexcept { return category; }

ios_base::failure::failure(const string& what, const error_code& code) : system_error(code, what) {}
ios_base::failure::failure(const char* what, const error_code& code) : system_error(code, what) {}
ios_base::failure::~failure() noexcept {}

/* For who takes their addresses. */
const ios_base::fmtflags ios_base::boolalpha;
const ios_base::fmtflags ios_base::dec;
const ios_base::fmtflags ios_base::fixed;
const ios_base::fmtflags ios_base::hex;
const ios_base::fmtflags ios_base::internal;
const ios_base::fmtflags ios_base::left;
const ios_base::fmtflags ios_base::oct;
const ios_base::fmtflags ios_base::right;
const ios_base::fmtflags ios_base::scientific;
const ios_base::fmtflags ios_base::showbase;
const ios_base::fmtflags ios_base::showpoint;
const ios_base::fmtflags ios_base::showpos;
const ios_base::fmtflags ios_base::skipws;
const ios_base::fmtflags ios_base::unitbuf;
const ios_base::fmtflags ios_base::uppercase;
const ios_base::fmtflags ios_base::adjustfield;
const ios_base::fmtflags ios_base::basefield;
const ios_base::fmtflags ios_base::floatfield;
const ios_base::iostate ios_base::badbit;
const ios_base::iostate ios_base::eofbit;
const ios_base::iostate ios_base::failbit;
const ios_base::iostate ios_base::goodbit;
const ios_base::openmode ios_base::app;
const ios_base::openmode ios_base::ate;
const ios_base::openmode ios_base::binary;
const ios_base::openmode ios_base::in;
const ios_base::openmode ios_base::out;
const ios_base::openmode ios_base::trunc;

ios_base::Init::Init() {}
ios_base::Init::~Init() {}

/* `__loc_` is a std::locale. */
static locale& localeIn(void*& member) { return reinterpret_cast<locale&>(member); }

void ios_base::init(void* buffer) {
  __rdbuf_ = buffer;
  __rdstate_ = buffer != nullptr ? goodbit : badbit;
  __exceptions_ = goodbit;
  __fmtflags_ = skipws | dec;
  __width_ = 0;
  __precision_ = 6;
  __fn_ = nullptr;
  __index_ = nullptr;
  __event_size_ = __event_cap_ = 0;
  __iarray_ = nullptr;
  __iarray_size_ = __iarray_cap_ = 0;
  __parray_ = nullptr;
  __parray_size_ = __parray_cap_ = 0;
  ::new (&__loc_) locale;
}

ios_base::~ios_base() {
  if (__loc_ == nullptr) return;  // init was not called
  __call_callbacks(erase_event);
  localeIn(__loc_).~locale();
  free(__fn_);
  free(__index_);
  free(__iarray_);
  free(__parray_);
}

void ios_base::clear(iostate state) {
  __rdstate_ = __rdbuf_ != nullptr ? state : state | badbit;
  if ((__rdstate_ & __exceptions_) != 0) throw failure("ios_base::clear");
}

void ios_base::__set_badbit_and_consider_rethrow() {
  __rdstate_ |= badbit;
  if ((__exceptions_ & badbit) != 0) throw;
}
void ios_base::__set_failbit_and_consider_rethrow() {
  __rdstate_ |= failbit;
  if ((__exceptions_ & failbit) != 0) throw;
}

locale ios_base::imbue(const locale& next) {
  locale& own = localeIn(__loc_);
  const locale before = own;
  own = next;
  __call_callbacks(imbue_event);
  return before;
}
locale ios_base::getloc() const { return localeIn(const_cast<void*&>(__loc_)); }

void ios_base::register_callback(event_callback function, int index) {
  size_t indexCapacity = __event_cap_;
  if (!grow(__index_, indexCapacity, __event_size_ + 1) || !grow(__fn_, __event_cap_, __event_size_ + 1)) {
    setstate(badbit);
    return;
  }
  __fn_[__event_size_] = function;
  __index_[__event_size_++] = index;
}

/* The last first. */
void ios_base::__call_callbacks(event what) {
  for (size_t i = __event_size_; i-- > 0;) __fn_[i](what, *this, __index_[i]);
}

int ios_base::xalloc() { return __atomic_add_fetch(&lastIndex, 1, __ATOMIC_RELAXED); }

long& ios_base::iword(int index) {
  const auto count = static_cast<size_t>(index) + 1;
  if (!grow(__iarray_, __iarray_cap_, count)) {
    setstate(badbit);
    static long nowhere;
    return nowhere = 0;
  }
  if (count > __iarray_size_) __iarray_size_ = count;
  return __iarray_[index];
}

void*& ios_base::pword(int index) {
  const auto count = static_cast<size_t>(index) + 1;
  if (!grow(__parray_, __parray_cap_, count)) {
    setstate(badbit);
    static void* nowhere;
    return nowhere = nullptr;
  }
  if (count > __parray_size_) __parray_size_ = count;
  return __parray_[index];
}

/* All but the state, the buffer and the exceptions, which std::basic_ios copies last. */
void ios_base::copyfmt(const ios_base& other) {
  if (!grow(__iarray_, __iarray_cap_, other.__iarray_size_) || !grow(__parray_, __parray_cap_, other.__parray_size_))
    throw bad_alloc();
  __event_size_ = 0;
  for (size_t i = 0; i < other.__event_size_; ++i) register_callback(other.__fn_[i], other.__index_[i]);
  for (size_t i = 0; i < other.__iarray_size_; ++i) __iarray_[i] = other.__iarray_[i];
  for (size_t i = 0; i < other.__parray_size_; ++i) __parray_[i] = other.__parray_[i];
  __iarray_size_ = other.__iarray_size_;
  __parray_size_ = other.__parray_size_;
  __fmtflags_ = other.__fmtflags_;
  __precision_ = other.__precision_;
  __width_ = other.__width_;
  localeIn(__loc_) = localeIn(const_cast<void*&>(other.__loc_));
}

void ios_base::move(ios_base& other) {
  init(nullptr);
  const iostate state = other.__rdstate_;
  swap(other);
  __rdbuf_ = nullptr;
  other.__rdstate_ = state;
}

void ios_base::swap(ios_base& other) noexcept {
  std::swap(__fmtflags_, other.__fmtflags_);
  std::swap(__precision_, other.__precision_);
  std::swap(__width_, other.__width_);
  std::swap(__rdstate_, other.__rdstate_);
  std::swap(__exceptions_, other.__exceptions_);
  std::swap(__loc_, other.__loc_);
  std::swap(__fn_, other.__fn_);
  std::swap(__index_, other.__index_);
  std::swap(__event_size_, other.__event_size_);
  std::swap(__event_cap_, other.__event_cap_);
  std::swap(__iarray_, other.__iarray_);
  std::swap(__iarray_size_, other.__iarray_size_);
  std::swap(__iarray_cap_, other.__iarray_cap_);
  std::swap(__parray_, other.__parray_);
  std::swap(__parray_size_, other.__parray_size_);
  std::swap(__parray_cap_, other.__parray_cap_);
}

bool ios_base::sync_with_stdio(bool) { return true; }

template class basic_ios<char>;
template class basic_streambuf<char>;
template class basic_istream<char>;
template class basic_ostream<char>;
template class basic_iostream<char>;
template class basic_stringbuf<char>;
template class basic_stringstream<char>;
template class basic_ostringstream<char>;
template class basic_istringstream<char>;

}  // namespace __1
}  // namespace std
