// Selectors of labels as kubectl's --selector takes them.
#pragma once

#include <string>

#include "engine/api/label_selector.hpp"

namespace podreel::cli {

/// Reads "team=core,tier!=lab,upgrade,!slow", all of which must hold; empty: everything fits. Throws BadInput, which
/// names --selector.
[[nodiscard]] api::LabelSelector label_query(const std::string& text);

}  // namespace podreel::cli
