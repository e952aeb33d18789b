#include "tools/serve/kubelet_statuses.hpp"

#include <algorithm>

#include "engine/api/json_member.hpp"

namespace podreel::server {

using nlohmann::json;

void KubeletStatuses::restore(const memory::Text& uid, json& printed) {
  const auto written = written_.find(uid);
  if (written == written_.end()) return;
  json& conditions = written->second["conditions"];
  if (!conditions.is_array()) conditions = json::array();
  api::for_each_item(printed, "conditions", [&conditions](const json& told) {
    const auto known = std::ranges::find_if(
        conditions, [&told](const json& other) { return other.value("type", "") == told.value("type", ""); });
    if (known == conditions.end()) {
      conditions.push_back(told);
    } else if (known->value("status", "") != told.value("status", "")) {
      *known = told;
    }
  });
  printed = written->second;
}

}  // namespace podreel::server
