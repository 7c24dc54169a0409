// What the random searches have in common: so many executions, each drawn
// without a memory of the ones before, repeatable by the seed. A Choose gets a
// value drawn uniformly.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/random_numbers.h"
#include "explore/search.h"

namespace heddle::explore {

class SamplingSearch : public Search {
 public:
  SamplingSearch(std::uint64_t seed, std::uint64_t executions) : numbers_(seed), executions_(executions) {}

  core::Step next(const core::Execution& execution) final;
  bool advance(const core::Execution& execution) final;
  std::vector<core::Step> schedule() const final { return steps_; }
  Coverage coverage() const final { return {"the search is a random sample", guarantee()}; }

 protected:
  // What is proven about the executions so far; empty if nothing is.
  virtual std::string guarantee() const { return {}; }

  // An enabled thread; kMaxThreads if there is none.
  virtual ThreadId pick(const core::Execution& execution) = 0;

  // An execution has ended. Called before the next one begins.
  virtual void finish(const core::Execution& execution) = 0;

  RandomNumbers& numbers() { return numbers_; }
  std::uint64_t done() const { return done_; }                   // executions
  std::uint64_t stepsTaken() const { return steps_.size(); }     // in this execution
  double mostCombinations() const { return mostCombinations_; }  // of chosen values, in one execution

  // ", if no execution has more than 3 threads and 6 steps: the most seen", and
  // combinations of chosen values where there were any.
  std::string unlessMore(std::vector<std::string> limits) const;

 private:
  RandomNumbers numbers_;
  std::uint64_t executions_;  // how many are wanted
  std::uint64_t done_ = 0;
  std::vector<core::Step> steps_;  // of this execution
  double combinations_ = 1;        // of values that it could have chosen
  double mostCombinations_ = 1;
};

// A probability as people read it: two digits.
std::string probabilityText(double probability);

// "1 step", "2 steps".
std::string counted(std::uint64_t number, const char* one, const char* many);

}  // namespace heddle::explore
