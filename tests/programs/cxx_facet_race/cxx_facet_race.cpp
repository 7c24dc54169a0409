#include <locale>
#include <thread>

char text[8] = "abc";

int main() {
  const auto& letters = std::use_facet<std::ctype<char>>(std::locale::classic());
  std::thread upper([&] { letters.toupper(text, text + 3); });
  text[1] = 'x';
  upper.join();
}
