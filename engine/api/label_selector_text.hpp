// Label selectors in the format of kubectl's --selector.
#pragma once

#include <string>
#include <string_view>

#include "engine/api/label_selector.hpp"

namespace podreel::api {

struct ParsedLabelSelector {
  LabelSelector selector;
  /// The first malformed requirement, or all of the text if a requirement is missing between commas; empty: none.
  std::string malformed;
};

/// Parses "app=web,tier!=db,env in (a,b),env notin (c),canary,!old" (apimachinery, labels.Parse, without > and <). All
/// requirements must hold; an empty text matches everything.
[[nodiscard]] ParsedLabelSelector parse_label_selector(std::string_view text);

}  // namespace podreel::api
