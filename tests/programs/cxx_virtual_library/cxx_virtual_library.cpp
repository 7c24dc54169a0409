#include <cassert>
#include <ctime>
#include <iomanip>
#include <list>
#include <locale>
#include <memory_resource>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

// It keeps nothing in the areas of its base.
struct LockedBuffer : std::streambuf {
  std::mutex mutex;
  std::string text;

  int overflow(int character) override {
    const std::lock_guard<std::mutex> guard(mutex);
    text += static_cast<char>(character);
    return character;
  }
  std::streamsize xsputn(const char* from, std::streamsize count) override {
    const std::lock_guard<std::mutex> guard(mutex);
    text.append(from, static_cast<std::size_t>(count));
    return count;
  }
};

void useFacets() {
  const std::locale& classic = std::locale::classic();
  char text[8] = "abc";
  wchar_t wide[8];
  std::ctype_base::mask masks[3];
  const auto& letters = std::use_facet<std::ctype<char>>(classic);
  letters.toupper(text, text + 3);
  letters.is(text, text + 3, masks);
  assert(text[0] == 'A' && (masks[2] & std::ctype_base::upper));
  const auto& wideLetters = std::use_facet<std::ctype<wchar_t>>(classic);
  wideLetters.widen(text, text + 4, wide);
  wideLetters.narrow(wide, wide + 3, '?', text);
  assert(wide[2] == L'C' && text[2] == 'C');
  const auto& order = std::use_facet<std::collate<char>>(classic);
  assert(order.compare(text, text + 3, text, text + 2) > 0 && order.transform(text, text + 3).size() == 3);
  assert(std::use_facet<std::numpunct<char>>(classic).truename() == "true");
  std::mbstate_t state{};
  const char* taken = nullptr;
  wchar_t* made = nullptr;
  const auto& code = std::use_facet<std::codecvt<wchar_t, char, std::mbstate_t>>(classic);
  code.in(state, text, text + 3, taken, wide, wide + 8, made);
  assert(taken == text + 3 && made == wide + 3);
}

void useStreams() {
  std::ios* const stream = new std::ostringstream;
  delete stream;
  std::streambuf* const buffer = new std::stringbuf("abc");
  assert(buffer->sbumpc() == 'a' && buffer->in_avail() == 2);
  delete buffer;
  std::ostringstream out;
  std::tm time{};
  out << std::put_time(&time, "%Y") << std::hex << 255;
  assert(out.str() == "1900ff");
  std::istringstream in("1970");
  in >> std::get_time(&time, "%Y");
  assert(time.tm_year == 70);
}

void throwOne() {
  try {
    throw std::runtime_error("one");
  } catch (const std::exception& error) {
    assert(error.what() == std::string("one"));
  }
  assert(!std::make_error_code(std::errc::timed_out).message().empty());
}

int main() {
  std::mutex mutex;
  std::pmr::monotonic_buffer_resource blocks;
  std::pmr::unsynchronized_pool_resource pool;
  LockedBuffer locked;
  std::stringbuf shared;
  const auto work = [&] {
    std::ostream(&locked) << "ab";
    const std::lock_guard<std::mutex> guard(mutex);
    std::ostream(&shared) << 1 << std::endl;
    std::pmr::vector<int> numbers({1, 2, 3}, &blocks);
    numbers.push_back(4);
    std::pmr::list<int>(&pool).push_back(1);
  };
  std::thread other(work);
  work();
  other.join();
  assert(locked.text == "abab");
  useFacets();
  useStreams();
  throwOne();
}
