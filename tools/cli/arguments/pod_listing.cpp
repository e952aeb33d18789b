#include "tools/cli/arguments/pod_listing.hpp"

#include <algorithm>
#include <vector>

#include "engine/api/pod_printer.hpp"

namespace podreel::cli {

std::string pod_listing(std::span<const api::PodPtr> pods, sim::Time now, bool wide) {
  std::vector<api::PodColumns> rows;
  for (const api::PodPtr& pod : pods) rows.push_back(api::pod_columns(*pod, now));
  const bool outside_default =
      std::ranges::any_of(rows, [](const api::PodColumns& row) { return row.name_space != "default"; });
  return api::pod_table(rows, {.wide = wide, .all_namespaces = outside_default});
}

}  // namespace podreel::cli
