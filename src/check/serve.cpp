#include "check/serve.h"

#include <optional>
#include <string>

#include "check/check.h"
#include "check/pass.h"
#include "check/saved_search.h"
#include "parallel/ranks/serve.h"

namespace heddle::check {
namespace {

constexpr char kPlan[] = "the plan of rank 0";

class Server {
 public:
  Server(const Options& asked, parallel::Link& link) : asked_(asked), link_(link) {}

  // It begins with the plan that rank 0 will most likely have, and another one when it is told so.
  void run() {
    do {
      adopted_ = wanted_;
      Plan plan = planOf(asked_);
      std::optional<Diagnostic> problem;
      if (adopted_) problem = adoptRestarts(*adopted_, kPlan, plan);
      plan.options.resume = kPlan;
      plan.options.checkpoint.clear();
      plan.goesOn = false;
      plan.options.timeLimit = 0;  // rank 0 looks at the clock
      plan.serves = [&](core::Program& program, const std::string& identity, const parallel::Workers& workers,
                        const explore::Limits& limits) { problem = explore(plan, program, identity, workers, limits); };
      if (!problem)
        if (auto pass = runPass(plan, {}); !pass) problem = pass.problem();
      if (!problem) continue;  // there is another one, or none
      if (!wanted_) wanted_ = parallel::nextPlan(link_);
      if (wanted_ && wanted_ == adopted_) {
        parallel::sayRefused(link_, problem->message);
        wanted_ = parallel::nextPlan(link_);
      }
    } while (wanted_);
  }

 private:
  // As long as rank 0 has this plan. Otherwise what is different.
  std::optional<Diagnostic> explore(const Plan& plan, core::Program& program, const std::string& identity,
                                    const parallel::Workers& workers, const explore::Limits& limits) {
    if (!wanted_) wanted_ = parallel::nextPlan(link_);
    while (wanted_) {
      auto known = readSaved(*wanted_, plan, identity, program.threads());
      if (!known) return known.problem();
      parallel::sayPrepared(link_, workers.count);
      wanted_ = parallel::serve(program, limits, workers, link_);
    }
    return std::nullopt;
  }

  const Options& asked_;
  parallel::Link& link_;
  std::optional<std::string> adopted_;  // that this pass goes by; nothing: the first one
  std::optional<std::string> wanted_;   // that rank 0 has; nothing: it was not heard yet, or is done
};

}  // namespace

void serve(const Options& asked, parallel::Link& link) { Server(asked, link).run(); }

}  // namespace heddle::check
