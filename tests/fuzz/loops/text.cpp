// A program as C source: what one would have written to get its IR.
#include <fmt/format.h>

#include "program.h"

namespace heddle::fuzz {
namespace {

std::string text(const Operand& operand) {
  return operand.isLocal ? fmt::format("r{}", operand.value) : fmt::format("{}", operand.value);
}

std::string text(const Expression& e) {
  static constexpr const char* kSigns[] = {"", "+", "-", "&", "|", "^", "==", "<"};
  if (e.op == Operator::Value) return text(e.a);
  return fmt::format("({} {} {})", text(e.a), kSigns[static_cast<unsigned>(e.op)], text(e.b));
}

std::string text(const Test& test) {
  static constexpr const char* kSigns[] = {"==", "!=", "<", "<="};
  switch (test.relation) {
    case Relation::IsNull: return "!p";
    case Relation::IsSet: return "p";
    case Relation::Below: return fmt::format("(unsigned){} < (unsigned){}", text(test.left), text(test.right));
    default:
      return fmt::format("{} {} {}", text(test.left), kSigns[static_cast<unsigned>(test.relation)], text(test.right));
  }
}

std::string text(const Condition& condition) {
  if (condition.join == Condition::Join::None) return text(condition.first);
  const char* sign = condition.join == Condition::Join::And ? "&&" : "||";
  return fmt::format("{} {} {}", text(condition.first), sign, text(condition.second));
}

std::string place(const Statement& s) { return s.word == kThroughP ? "p" : fmt::format("&x{}", s.word); }
std::string plainPlace(const Statement& s) { return s.word == kThroughP ? "*p" : fmt::format("x{}", s.word); }
std::string result(const Statement& s) { return s.dest < 0 ? "" : fmt::format("r{} = ", s.dest); }
std::string target(Target to) { return to == kTargetIsP ? "p" : to == 0 ? "(int*)0" : fmt::format("&x{}", to - 1); }

std::string update(const Statement& s) {
  static constexpr const char* kNames[] = {
      "__atomic_exchange_n", "__atomic_fetch_add", "__atomic_fetch_sub", "__atomic_fetch_and", "__atomic_fetch_or",
      "__atomic_fetch_xor",  "__atomic_fetch_max", "__atomic_fetch_min", "__atomic_fetch_max", "__atomic_fetch_min"};
  const bool isUnsigned = s.update == Update::UMax || s.update == Update::UMin;
  return fmt::format("{}{}({}{}, {}, ORDER)", result(s), kNames[static_cast<unsigned>(s.update)],
                     isUnsigned ? "(unsigned*)" : "", place(s), text(s.value));
}

std::string simple(const Statement& s) {
  switch (s.what) {
    case What::Assign: return fmt::format("r{} = {}", s.dest, text(s.value));
    case What::Load:
      if (s.plain) return fmt::format("{}{}", result(s), plainPlace(s));
      return fmt::format("{}__atomic_load_n({}, ORDER)", result(s), place(s));
    case What::Store:
      if (s.plain) return fmt::format("{} = {}", plainPlace(s), text(s.value));
      return fmt::format("__atomic_store_n({}, {}, ORDER)", place(s), text(s.value));
    case What::Update: return update(s);
    case What::CompareExchange:
      return fmt::format("{}({{ int e = {}; __atomic_compare_exchange_n({}, &e, {}, 0, ORDER, ORDER); }})", result(s),
                         text(s.value), place(s), text(s.other));
    case What::CompareExchangeLocal:
      return fmt::format("{}__atomic_compare_exchange_n({}, &r{}, {}, 0, ORDER, ORDER)", result(s), place(s),
                         s.expected, text(s.other));
    case What::LoadPointer: return "p = __atomic_load_n(&q, ORDER)";
    case What::StorePointer: return fmt::format("__atomic_store_n(&q, {}, ORDER)", target(s.target));
    case What::ExchangePointer: return fmt::format("p = __atomic_exchange_n(&q, {}, ORDER)", target(s.target));
    case What::GetCell: return fmt::format("r{} = cells[{}]", s.dest, s.cell);
    case What::PutCell: return fmt::format("cells[{}] = {}", s.cell, text(s.value));
    case What::Divide: return fmt::format("r{} = {} / {}", s.dest, text(s.value), text(s.other));
    case What::Choose: return fmt::format("{}heddle_choose(2)", result(s));
    case What::Yield: return "sched_yield()";
    case What::Sleep: return fmt::format("usleep({})", text(s.value));
    case What::Fence: return "__atomic_thread_fence(__ATOMIC_SEQ_CST)";
    case What::Assume: return fmt::format("heddle_assume({})", text(s.condition));
    case What::Assert: return fmt::format("heddle_assert({})", text(s.condition));
    case What::Break: return "break";
    case What::Continue: return "continue";
    default: return {};
  }
}

class Printer {
 public:
  std::string print(const Program& program) {
    line("#include <heddle/heddle.h>");
    line("#include <pthread.h>");
    line("#include <sched.h>");
    line("#include <unistd.h>");
    line(fmt::format("#define ORDER __ATOMIC_{}", program.isRelaxed ? "RELAXED" : "SEQ_CST"));
    std::string words;
    for (unsigned i = 0; i < kWords; ++i) words += fmt::format("{} x{} = {}", i == 0 ? "" : ",", i, program.words[i]);
    line("int" + words + ";");
    line("int* q;");
    const std::size_t threads = program.threads.size();
    for (std::size_t t = 0; t < threads; ++t) thread(program.threads[t], t);
    line("int main(void) {");
    ++depth_;
    line(fmt::format("pthread_t threads[{}];", threads));
    for (std::size_t t = 0; t < threads; ++t) line(fmt::format("pthread_create(&threads[{}], 0, t{}, 0);", t, t));
    for (std::size_t t = 0; t < threads; ++t) line(fmt::format("pthread_join(threads[{}], 0);", t));
    --depth_;
    line("}");
    return std::move(out_);
  }

 private:
  void line(const std::string& content) { out_ += std::string(2 * depth_, ' ') + content + "\n"; }

  void thread(const Thread& thread, std::size_t number) {
    line(fmt::format("unsigned result{};", number));
    line(fmt::format("void* t{}(void* unused) {{", number));
    ++depth_;
    line("int r0 = 0, r1 = 0, r2 = 0, r3 = 0, *p = 0, cells[2] = {0, 0};");
    block(thread.body);
    --depth_;
    line("end:;");
    ++depth_;
    std::string sum = "1u";
    for (unsigned i = 0; i < kLocals; ++i)
      if (thread.result >> i & 1) sum = fmt::format("({} * 16 + r{})", sum, i);
    line(fmt::format("result{} = {};", number, sum));
    line("return 0;");
    --depth_;
    line("}");
  }

  void nested(const std::string& head, const Block& body) {
    line(head + " {");
    ++depth_;
    block(body);
    --depth_;
  }

  void block(const Block& statements) {
    for (const Statement& s : statements) one(s);
  }

  void one(const Statement& s) {
    switch (s.what) {
      case What::If:
        nested(fmt::format("if ({})", text(s.condition)), s.body);
        if (!s.orElse.empty()) nested("} else", s.orElse);
        return line("}");
      // As a switch, `break` would mean something else in it.
      case What::Switch:
        nested(fmt::format("if ({} == 0)", text(s.value)), s.body);
        nested(fmt::format("}} else if ({} == 1)", text(s.value)), s.orElse);
        return line("}");
      case What::While: nested(fmt::format("while ({})", text(s.condition)), s.body); return line("}");
      case What::DoWhile: nested("do", s.body); return line(fmt::format("}} while ({});", text(s.condition)));
      case What::Forever: nested("for (;;)", s.body); return line("}");
      case What::Return: return line("goto end;");
      default: return line(simple(s) + ";");
    }
  }

  unsigned depth_ = 0;
  std::string out_;
};

}  // namespace

std::string text(const Program& program) { return Printer().print(program); }

}  // namespace heddle::fuzz
