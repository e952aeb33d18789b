// Label selectors in the format of kubectl's --selector.
#pragma once

#include <string>

#include "engine/api/label_selector.hpp"

namespace podreel::cli {

/// Parses "team=core,tier!=lab,upgrade,!slow,zone in (a,b)"; an empty text matches everything. Throws BadInput, which
/// names --selector.
[[nodiscard]] api::LabelSelector label_query(const std::string& text);

}  // namespace podreel::cli
