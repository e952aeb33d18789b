// Labels and selectors in kubectl's format.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace podreel::serve {

/// Appends an item, after a comma unless it is the first.
void append_item(std::string& list, const std::string& item);

/// Returns "disk=ssd,zone=a".
[[nodiscard]] std::string labels_text(const nlohmann::json& labels);

/// Formats a metav1.LabelSelector: "app=shop,tier in (a,b),!old".
[[nodiscard]] std::string selector_text(const nlohmann::json& selector);

}  // namespace podreel::serve
