#include "scenarios/cluster/config_references.hpp"

#include <utility>

namespace podreel::cluster {

namespace {

using apiserver::ConfigKind;
using apiserver::ConfigObjects;
using nlohmann::json;

}  // namespace

std::vector<ConfigReference> config_references(const std::string& name_space, const json& pod) {
  actions::PodFacts facts;
  facts.add(pod);
  std::vector<ConfigReference> references;
  const auto add = [&](ConfigKind kind, actions::PodFacts::References& found) {
    for (auto& [name, keys] : found) references.push_back({kind, name_space + '/' + name, std::move(keys)});
  };
  add(ConfigKind::config_map, facts.config_maps);
  add(ConfigKind::secret, facts.secrets);
  return references;
}

void expect_references(ConfigObjects& objects, const std::string& name_space, const json& pod) {
  for (const ConfigReference& reference : config_references(name_space, pod)) {
    if (!reference.name.ends_with("/kube-root-ca.crt")) objects.expect(reference.kind, reference.name);
  }
}

void assume_references(apiserver::ApiServer& server, const std::string& name_space, const json& pod) {
  ConfigObjects& objects = server.config_objects();
  for (const ConfigReference& reference : config_references(name_space, pod)) {
    objects.assume(reference.kind, reference.name);
    if (!objects.has_every_key(reference.kind, reference.name)) continue;
    server.show_assumed_config(reference.kind, reference.name, reference.keys);
  }
}

}  // namespace podreel::cluster
