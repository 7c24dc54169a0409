// Where a variable is used that no file of the program defines: metadata of the variable, for the message about it.
#pragma once

namespace heddle::core {

inline constexpr char kUsedAt[] = "heddle.used.at";

}  // namespace heddle::core
