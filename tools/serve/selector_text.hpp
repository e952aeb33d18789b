// Labels and selectors as kubectl shows them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace podreel::server {

/// A comma before all but the first.
void append_item(std::string& list, const std::string& item);

/// "disk=ssd,zone=a".
[[nodiscard]] std::string labels_text(const nlohmann::json& labels);

/// A metav1.LabelSelector: "app=shop,tier in (a,b),!old".
[[nodiscard]] std::string selector_text(const nlohmann::json& selector);

}  // namespace podreel::server
