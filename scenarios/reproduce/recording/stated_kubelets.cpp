#include "scenarios/reproduce/recording/stated_kubelets.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "engine/release/release.hpp"
#include "scenarios/format/kubelets.hpp"
#include "scenarios/reproduce/recording/record_fields.hpp"
#include "scenarios/reproduce/recording/statements.hpp"

namespace podreel::reproduce {

std::vector<std::string> stated_kubelets(const std::vector<nlohmann::json>& records) {
  std::vector<std::string> versions;
  std::set<std::string> known;
  for (const nlohmann::json& record : records) {
    if (!is_statement(record, "kubelet")) continue;
    std::string version = field_text(record, "version");
    if (known.insert(version).second) versions.push_back(std::move(version));
  }
  return versions;
}

std::vector<std::string> kubelets_not_started(const std::vector<std::string>& stated,
                                              const format::Scenario& scenario) {
  const std::vector<release::Release> started = format::kubelets_of(scenario);
  std::vector<std::string> others;
  std::ranges::copy_if(stated, std::back_inserter(others), [&started](const std::string& version) {
    const auto release = release::parse_release(version);
    return !release || std::ranges::find(started, *release) == started.end();
  });
  return others;
}

}  // namespace podreel::reproduce
