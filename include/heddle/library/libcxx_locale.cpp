/* What libc++.so has of <locale>: the locale "C" with what reads and writes numbers, and locales that have facets of
   the program in addition. Narrow characters only. */
#include <ctype.h>
#include <locale.h>

#include <algorithm>
#include <climits>
#include <locale>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>

namespace std {
inline namespace __1 {

locale::facet::~facet() {}
void locale::facet::__on_zero_shared() noexcept { delete this; }

/* A facet of its own, or none, before those of another locale. The locale "C" has no other. */
class locale::__imp {
 public:
  const __imp* base;
  long id;
  facet* own;
  long users;

  const facet* find(long wanted) const;
  void use() {
    if (base != nullptr) __atomic_fetch_add(&users, 1, __ATOMIC_RELAXED);
  }
  void letGo() {
    if (base == nullptr || __atomic_sub_fetch(&users, 1, __ATOMIC_ACQ_REL) != 0) return;
    own->__release_shared();
    const_cast<__imp*>(base)->letGo();
    delete this;
  }
};

namespace {

template <typename T>
struct Later {
  alignas(T) char bytes[sizeof(T)];
  T& operator*() { return reinterpret_cast<T&>(*this); }
};

Later<ctype<char>> ctypeOfC;
Later<numpunct<char>> numpunctOfC;
Later<num_get<char>> numGetOfC;
Later<num_put<char>> numPutOfC;
Later<collate<char>> collateOfC;

/* Before all constructors of the program, so that threads only read them. */
[[gnu::constructor(101)]] void makeFacets() {
  ::new (&ctypeOfC) std::ctype<char>(nullptr, false, 1);
  ::new (&numpunctOfC) numpunct<char>(1);
  ::new (&numGetOfC) num_get<char>(1);
  ::new (&numPutOfC) num_put<char>(1);
  ::new (&collateOfC) std::collate<char>(1);
}

}  // namespace

/* A facet is known by where its id is. */
long locale::id::__get() { return reinterpret_cast<long>(this); }

const locale::facet* locale::__imp::find(long wanted) const {
  for (const __imp* at = this; at->base != nullptr; at = at->base)
    if (at->id == wanted) return at->own;
  if (wanted == std::ctype<char>::id.__get()) return &*ctypeOfC;
  if (wanted == numpunct<char>::id.__get()) return &*numpunctOfC;
  if (wanted == num_get<char>::id.__get()) return &*numGetOfC;
  if (wanted == num_put<char>::id.__get()) return &*numPutOfC;
  if (wanted == std::collate<char>::id.__get()) return &*collateOfC;
  return nullptr;
}

const locale& locale::classic() {
  static constinit __imp c{};
  static constinit __imp* only = &c;
  return reinterpret_cast<const locale&>(only);
}
locale& locale::__global() { return const_cast<locale&>(classic()); }

locale::locale() noexcept : __locale_(classic().__locale_) {}
locale::locale(const locale& other) noexcept : __locale_(other.__locale_) { __locale_->use(); }
locale::locale(const char* name) : __locale_(classic().__locale_) {
  if (name == nullptr || setlocale(LC_ALL, name) == nullptr)
    throw runtime_error("locale constructed with a name that is not \"C\"");
}
locale::locale(const string& name) : locale(name.c_str()) {}
locale::~locale() { __locale_->letGo(); }

const locale& locale::operator=(const locale& other) noexcept {
  other.__locale_->use();
  __locale_->letGo();
  __locale_ = other.__locale_;
  return *this;
}

void locale::__install_ctor(const locale& other, facet* own, long id) {
  __locale_ = other.__locale_;
  __locale_->use();
  if (own == nullptr) return;
  own->__add_shared();
  __locale_ = new __imp{__locale_, id, own, 1};
}

string locale::name() const { return __locale_->base == nullptr ? "C" : "*"; }
bool locale::operator==(const locale& other) const { return __locale_ == other.__locale_; }
bool locale::has_facet(id& wanted) const { return __locale_->find(wanted.__get()) != nullptr; }
const locale::facet* locale::use_facet(id& wanted) const {
  const facet* const found = __locale_->find(wanted.__get());
  if (found == nullptr) throw bad_cast();
  return found;
}

/* What the functions of C get, which do not look at it. isxdigit_l is a macro that does. */
locale_t __cloc() {
  static __locale_struct c;
  static const bool isMade = [] {
    c.__ctype_b = *__ctype_b_loc();
    return true;
  }();
  (void)isMade;
  return &c;
}
[[gnu::constructor(101)]] static void makeCloc() { __cloc(); }

locale::id ctype<char>::id;
const size_t ctype<char>::table_size;

ctype<char>::ctype(const mask* table, bool isOwned, size_t references)
    : facet(references), __tab_(table != nullptr ? table : classic_table()), __del_(table != nullptr && isOwned) {}
ctype<char>::~ctype() {
  if (__del_) delete[] __tab_;
}
const ctype<char>::mask* ctype<char>::classic_table() noexcept { return *__ctype_b_loc(); }
char ctype<char>::do_toupper(char c) const { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char ctype<char>::do_tolower(char c) const { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
const char* ctype<char>::do_toupper(char* from, const char* to) const {
  for (; from != to; ++from) *from = do_toupper(*from);
  return to;
}
const char* ctype<char>::do_tolower(char* from, const char* to) const {
  for (; from != to; ++from) *from = do_tolower(*from);
  return to;
}
char ctype<char>::do_widen(char c) const { return c; }
const char* ctype<char>::do_widen(const char* from, const char* to, char* into) const {
  copy(from, to, into);
  return to;
}
char ctype<char>::do_narrow(char c, char other) const { return isascii(c) ? c : other; }
const char* ctype<char>::do_narrow(const char* from, const char* to, char other, char* into) const {
  for (; from != to; ++from) *into++ = do_narrow(*from, other);
  return to;
}

locale::id numpunct<char>::id;

numpunct<char>::numpunct(size_t references) : facet(references), __decimal_point_('.'), __thousands_sep_(',') {}
numpunct<char>::~numpunct() {}
char numpunct<char>::do_decimal_point() const { return __decimal_point_; }
char numpunct<char>::do_thousands_sep() const { return __thousands_sep_; }
string numpunct<char>::do_grouping() const { return __grouping_; }
string numpunct<char>::do_truename() const { return "true"; }
string numpunct<char>::do_falsename() const { return "false"; }

const char __num_get_base::__src[33] = "0123456789abcdefABCDEFxX+-pPiInN";

int __num_get_base::__get_base(ios_base& stream) {
  switch (stream.flags() & ios_base::basefield) {
    case ios_base::oct: return 8;
    case ios_base::hex: return 16;
    case 0: return 0;  // as the number itself says
    default: return 10;
  }
}

/* Of groups that were read, the leftmost first: each is as long as it should be, but the leftmost may be shorter. */
void __check_grouping(const string& grouping, unsigned* from, unsigned* to, ios_base::iostate& error) {
  if (grouping.empty() || to - from < 2) return;
  size_t at = 0;
  for (unsigned* group = to; group-- != from;) {
    const char size = grouping[at];
    const bool isAnySize = size <= 0 || size == CHAR_MAX;
    const bool fits =
        group == from ? *group != 0 && *group <= static_cast<unsigned>(size) : *group == static_cast<unsigned>(size);
    if (!isAnySize && !fits) {
      error = ios_base::failbit;
      return;
    }
    if (at + 1 < grouping.size()) ++at;
  }
}

void __num_put_base::__format_int(char* format, const char* length, bool isSigned, ios_base::fmtflags flags) {
  const ios_base::fmtflags base = flags & ios_base::basefield;
  const bool isDecimal = base != ios_base::oct && base != ios_base::hex;
  if ((flags & ios_base::showpos) != 0 && isDecimal && isSigned) *format++ = '+';
  if ((flags & ios_base::showbase) != 0) *format++ = '#';
  while (*length != 0) *format++ = *length++;
  if (base == ios_base::oct)
    *format = 'o';
  else if (base == ios_base::hex)
    *format = (flags & ios_base::uppercase) != 0 ? 'X' : 'x';
  else
    *format = isSigned ? 'd' : 'u';
}

/* Whether it has a precision. */
bool __num_put_base::__format_float(char* format, const char* length, ios_base::fmtflags flags) {
  const ios_base::fmtflags kind = flags & ios_base::floatfield;
  const bool isHexadecimal = kind == ios_base::floatfield;
  if ((flags & ios_base::showpos) != 0) *format++ = '+';
  if ((flags & ios_base::showpoint) != 0) *format++ = '#';
  if (!isHexadecimal) {
    *format++ = '.';
    *format++ = '*';
  }
  while (*length != 0) *format++ = *length++;
  const char letter = isHexadecimal ? 'a' : kind == ios_base::fixed ? 'f' : kind == ios_base::scientific ? 'e' : 'g';
  *format = static_cast<char>((flags & ios_base::uppercase) != 0 ? letter - 'a' + 'A' : letter);
  return !isHexadecimal;
}

/* Where the fill characters go. */
char* __num_put_base::__identify_padding(char* from, char* to, const ios_base& stream) {
  switch (stream.flags() & ios_base::adjustfield) {
    case ios_base::left: return to;
    case ios_base::internal:
      if (*from == '-' || *from == '+') return from + 1;
      return to - from >= 2 && from[0] == '0' && (from[1] == 'x' || from[1] == 'X') ? from + 2 : from;
    default: return from;
  }
}

template struct __num_get<char>;
template struct __num_put<char>;
template class num_get<char>;
template class num_put<char>;
template class collate<char>;

}  // namespace __1
}  // namespace std
