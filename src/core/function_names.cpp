#include "core/function_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace heddle::core {
namespace {

constexpr std::string_view kOperator = "operator", kBasic = "std::basic_";
constexpr std::string_view kInline[] = {"std::__cxx11::", "std::__1::"};  // namespaces that nobody writes

// Defaults of the library's own templates, wherever they are not the first argument.
bool isDefault(std::string_view argument) {
  static constexpr std::array kDefaults = {"std::allocator<", "std::char_traits<", "std::less<",
                                           "std::hash<",      "std::equal_to<",    "std::default_delete<"};
  return std::ranges::any_of(kDefaults, [&](std::string_view start) { return argument.starts_with(start); });
}

bool isOfName(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

// How long the operator's sign is that `rest` begins with: the brackets of "operator<<" are none.
std::size_t lengthOfSign(std::string_view rest) {
  static constexpr std::array kSigns = {"<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">"};
  for (const std::string_view sign : kSigns)
    if (rest.starts_with(sign)) return sign.size();
  return 0;
}

// What stands between two brackets, and where the second one is.
struct Arguments {
  std::vector<std::string_view> each;
  std::size_t end = std::string_view::npos;  // there is no second one
};

Arguments argumentsFrom(std::string_view name, std::size_t open) {
  Arguments result;
  std::size_t depth = 0, from = open + 1;
  for (std::size_t at = open; at < name.size(); ++at) {
    const char c = name[at];
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (depth == 0 || (depth == 1 && c == ',')) {
      while (from < at && name[from] == ' ') ++from;
      std::size_t end = at;
      while (end > from && name[end - 1] == ' ') --end;
      result.each.push_back(name.substr(from, end - from));
      from = at + 1;
    }
    if (depth == 0) {
      result.end = at;
      break;
    }
  }
  return result;
}

std::string argumentsText(const std::vector<std::string_view>& arguments) {
  std::string text;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string argument = asWritten(arguments[i]);
    if (i > 0 && isDefault(argument)) continue;
    text += (i > 0 ? ", " : "") + argument;
  }
  return text;
}

std::size_t lengthOfInline(std::string_view name) {
  for (const std::string_view one : kInline)
    if (name.starts_with(one)) return one.size();
  return 0;
}

// Goes through a name; `tell` adds the arguments of a template to what has been written of it.
template <class Tell>
std::string rewritten(std::string_view name, Tell tell) {
  std::string text;
  for (std::size_t at = 0; at < name.size();) {
    const std::string_view rest = name.substr(at);
    if (rest.starts_with(kOperator) && (at == 0 || !isOfName(name[at - 1]))) {
      const std::size_t length = kOperator.size() + lengthOfSign(rest.substr(kOperator.size()));
      text += rest.substr(0, length);
      at += length;
    } else if (const std::size_t length = lengthOfInline(rest); length != 0) {
      text += "std::";
      at += length;
    } else if (const Arguments arguments = rest[0] == '<' ? argumentsFrom(name, at) : Arguments{};
               arguments.end != std::string_view::npos) {
      tell(text, arguments.each);
      at = arguments.end + 1;
    } else {
      text += rest[0];
      ++at;
    }
  }
  return text;
}

}  // namespace

std::string asWritten(std::string_view name) {
  return rewritten(name, [](std::string& text, const std::vector<std::string_view>& arguments) {
    const std::string told = argumentsText(arguments);
    const std::size_t basic = text.rfind(kBasic);
    // Of char it has a name of its own.
    const bool isOfChar = told == "char" && basic != std::string::npos &&
                          text.find_first_of(":<, ", basic + kBasic.size()) == std::string::npos;
    if (isOfChar)
      text.erase(basic + std::string_view("std::").size(), std::string_view("basic_").size());
    else
      text += "<" + told + ">";
  });
}

std::string withoutTemplateArguments(std::string_view name) {
  return rewritten(name, [](std::string&, const std::vector<std::string_view>&) {});
}

}  // namespace heddle::core
