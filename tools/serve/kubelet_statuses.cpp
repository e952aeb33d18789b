#include "tools/serve/kubelet_statuses.hpp"

#include <algorithm>

#include "engine/api/json_member.hpp"

namespace podreel::serve {

using nlohmann::json;

void KubeletStatuses::restore(const memory::Text& uid, json& printed) {
  const auto written = written_.find(uid);
  if (written == written_.end()) return;
  json& conditions = written->second["conditions"];
  if (!conditions.is_array()) conditions = json::array();
  api::for_each_item(printed, "conditions", [&conditions](const json& condition) {
    const auto known = std::ranges::find_if(
        conditions, [&condition](const json& other) { return other.value("type", "") == condition.value("type", ""); });
    if (known == conditions.end()) {
      conditions.push_back(condition);
    } else if (known->value("status", "") != condition.value("status", "")) {
      *known = condition;
    }
  });
  printed = written->second;
}

}  // namespace podreel::serve
