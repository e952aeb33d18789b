// Former spellings of kinds and fields in records, as older recordings and scenarios have them.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "engine/trace/record.hpp"

namespace podreel::trace {

/// A former spelling and the current one.
struct Renaming {
  std::string_view former;
  std::string_view current;
};

inline constexpr Renaming former_kind{"world", Environment::kind};
inline constexpr std::array former_fields{Renaming{"cmd", "command"}, Renaming{"err", "error"},
                                          Renaming{"exit_code", "exitCode"}};

/// Replaces the former spellings in a record of a timeline.
void use_current_names(nlohmann::json& record);

}  // namespace podreel::trace
