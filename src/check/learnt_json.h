// What was learnt of a program (core/learnt.h), as the JSON report has it: a replay must know it.
#pragma once

#include <nlohmann/json.hpp>

#include <vector>

#include "core/learnt.h"

namespace heddle::check {

nlohmann::ordered_json learntToJson(const core::Learnt& learnt);
// What is not there was not learnt. Throws nlohmann::ordered_json::exception, as its callers expect.
core::Learnt learntFrom(const nlohmann::ordered_json& entry);

nlohmann::ordered_json wordsToJson(const std::vector<core::Word>& words);
std::vector<core::Word> wordsFrom(const nlohmann::ordered_json& list);

}  // namespace heddle::check
