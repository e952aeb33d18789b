#include "tests/support/generated_upgrade.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

#include "engine/release/release.hpp"

namespace podreel::testing {

namespace {

using fuzz::Bytes;
using nlohmann::json;
using release::minor_string;
using release::Release;

struct Member {
  std::string_view name;
  std::string_view value;
};

constexpr std::array every_containers_members{
    Member{"volumeMounts", R"([{"name": "data", "mountPath": "/data"}])"},
    Member{"volumeMounts", R"([{"name": "data", "mountPath": "/a", "subPath": "a"}, {"name": "data", "mountPath": "/b",
                               "readOnly": true}])"},
    Member{"securityContext", R"({"runAsUser": 1000})"},
    Member{"securityContext", R"({"privileged": true, "capabilities": {"add": ["NET_ADMIN"]}})"},
    Member{"env", R"([{"name": "A", "value": "<b>&\u00e9"}])"},
    Member{"env", R"([{"name": "NODE", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}}])"},
    Member{"ports", R"([{"containerPort": 8080}])"},
    Member{"ports", R"([{"name": "dns", "containerPort": 53, "protocol": "UDP"}])"},
    Member{"resources", R"({"requests": {"cpu": "100m", "memory": "64Mi"}})"},
    Member{"resources", R"({"limits": {"cpu": 1, "memory": "1Gi"}, "requests": {"cpu": "0.5"}})"},
    Member{"resizePolicy", R"([{"resourceName": "memory", "restartPolicy": "RestartContainer"}])"},
    Member{"resizePolicy", R"([{"resourceName": "cpu", "restartPolicy": "RestartContainer"},
                               {"resourceName": "memory", "restartPolicy": "NotRequired"}])"},
    Member{"command", R"(["sh", "-c"])"},
    Member{"args", R"(["--verbose", "a\u0008b"])"},
    Member{"workingDir", R"("/srv")"},
    Member{"tty", "true"},
    Member{"imagePullPolicy", R"("Always")"},
    Member{"terminationMessagePolicy", R"("FallbackToLogsOnError")"},
};

/// Of containers that stay: not of init containers that end.
constexpr std::array lasting_containers_members{
    Member{"livenessProbe", R"({"tcpSocket": {"port": 8080}, "periodSeconds": 60})"},
    Member{"livenessProbe", R"({"httpGet": {"path": "/", "port": 8080}, "initialDelaySeconds": 5})"},
    Member{"livenessProbe", R"({"exec": {"command": ["true"]}, "periodSeconds": 30})"},
    Member{"readinessProbe", R"({"httpGet": {"port": 8080}, "periodSeconds": 60})"},
    Member{"startupProbe", R"({"tcpSocket": {"port": 8080}})"},
    Member{"lifecycle", R"({"preStop": {"exec": {"command": ["drain"]}}})"},
    Member{"lifecycle", R"({"postStart": {"exec": {"command": ["warm-up"]}}})"},
};

template <std::size_t Size>
void add_members(json& container, const std::array<Member, Size>& members, std::size_t often, Bytes& bytes) {
  for (const Member& member : members) {
    if (bytes.below(often) == 1) container[std::string{member.name}] = json::parse(member.value);
  }
}

json new_container(const std::string& name, bool stays, Bytes& bytes) {
  json container{{"name", name}, {"image", fmt::format("{}:{}", name, bytes.below(3))}};
  add_members(container, every_containers_members, 8, bytes);
  if (stays) add_members(container, lasting_containers_members, 8, bytes);
  return container;
}

json endless(bool ignores_term) {
  json run{{"for", "forever"}};
  if (ignores_term) run["onTerm"] = "ignore";
  return json::array({run});
}

/// Ends well or badly after two seconds, each time.
json ending(int exit_code) {
  return json::array({json{{"for", "2s"}, {"exitCode", exit_code}}});
}

/// Such a pod cannot have a container that a resize restarts.
bool never_restarts(const GeneratedUpgrade& made) {
  return made.pod["spec"]["restartPolicy"] == "Never";
}

void add_init_containers(GeneratedUpgrade& made, Bytes& bytes) {
  for (std::size_t index = 0, count = bytes.below(3); index < count; ++index) {
    const std::string name = fmt::format("init-{}", index);
    const bool is_sidecar = bytes.flip();
    json container = new_container(name, is_sidecar, bytes);
    if (!is_sidecar || never_restarts(made)) container.erase("resizePolicy");
    if (is_sidecar) {
      container["restartPolicy"] = "Always";
      made.runs[name] = endless(false);
    } else if (made.pod["spec"]["restartPolicy"] != "Never" && bytes.below(4) == 1) {
      made.runs[name] = json::array({json{{"for", "1s"}, {"exitCode", 1}}, json{{"for", "1s"}}});
    }
    made.pod["spec"]["initContainers"].push_back(std::move(container));
  }
}

void add_regular_containers(GeneratedUpgrade& made, Bytes& bytes) {
  for (std::size_t index = 0, count = 1 + bytes.below(3); index < count; ++index) {
    const std::string name = fmt::format("app-{}", index);
    const std::size_t life = bytes.below(8);
    json container = new_container(name, life > 2, bytes);
    if (never_restarts(made)) container.erase("resizePolicy");
    made.pod["spec"]["containers"].push_back(std::move(container));
    if (life == 0) made.runs[name] = ending(1);
    if (life == 1 || life == 2) made.runs[name] = ending(0);
  }
}

/// Another release of those that are simulated; often a neighbour.
Release next_release(Release from, Bytes& bytes) {
  const std::vector<Release>& all = release::simulated_releases();
  const auto at = static_cast<std::size_t>(std::ranges::find(all, from) - all.begin());
  if (bytes.flip()) return all[bytes.below(all.size())];
  return at + 1 < all.size() ? all[at + 1] : all[at - 1];
}

upgrade::Path new_path(Bytes& bytes) {
  upgrade::Path path;
  path.releases.push_back(release::simulated_releases()[bytes.below(release::simulated_releases().size())]);
  for (std::size_t index = 0, steps = 1 + bytes.below(3) / 2; index < steps; ++index) {
    path.releases.push_back(next_release(path.releases.back(), bytes));
  }
  static constexpr std::array kinds{decide::PolicyKind::upstream, decide::PolicyKind::serialized_spec,
                                    decide::PolicyKind::dual_hash, decide::PolicyKind::rewrite};
  if (bytes.flip()) path.policy.kind = kinds.at(bytes.below(kinds.size()));
  if (path.policy.kind == decide::PolicyKind::dual_hash) path.policy.older = path.releases.front();
  return path;
}

/// Sometimes a gate, where all releases of the path have it.
void add_gates(upgrade::Path& path, Bytes& bytes) {
  const auto ends = std::ranges::minmax(path.releases);
  const auto lies_between = [&](const char* first, const char* last) {
    return ends.min >= release::parse_release(first).value() && ends.max <= release::parse_release(last).value();
  };
  if (lies_between("1.28.0", "1.32") && bytes.flip()) path.gates["SidecarContainers"] = bytes.flip();
  if (lies_between("1.27.0", "1.34") && bytes.flip()) path.gates["InPlacePodVerticalScaling"] = bytes.flip();
}

std::string seconds(sim::Duration time) {
  return fmt::format("{}s", std::chrono::duration_cast<std::chrono::seconds>(time).count());
}

json policy_of(const upgrade::Path& path) {
  switch (path.policy.kind) {
    case decide::PolicyKind::serialized_spec:
      return "serialized-spec";
    case decide::PolicyKind::dual_hash:
      return {{"name", "dual-hash"}, {"release", minor_string(*path.policy.older)}};
    default:
      return "upstream";
  }
}

json timeline_of(const GeneratedUpgrade& upgrade) {
  json steps = json::array({json{{"at", "0s"}, {"createPod", upgrade.pod}}});
  if (!upgrade.ephemeral_container.is_null()) {
    steps.push_back(
        {{"at", "30s"}, {"addEphemeralContainer", {{"pod", "web"}, {"container", upgrade.ephemeral_container}}}});
  }
  const std::vector<Release>& releases = upgrade.path.releases;
  for (std::size_t step = 1; step < releases.size(); ++step) {
    const sim::Duration stop = static_cast<int>(step) * generated_phase;
    const std::string version = minor_string(releases[step]);
    if (upgrade.is_deleted && step == 1) {
      steps.push_back({{"at", seconds(stop - std::chrono::seconds{10})},
                       {"deletePod", {{"name", "web"}, {"gracePeriodSeconds", 7200}}}});
    }
    steps.push_back({{"at", seconds(stop)}, {"stopKubelet", json::object()}});
    if (upgrade.path.policy.kind == decide::PolicyKind::rewrite) {
      steps.push_back({{"at", seconds(stop)}, {"rewriteHashes", {{"version", version}}}});
    }
    steps.push_back({{"at", seconds(stop + generated_pause)}, {"startKubelet", {{"version", version}}}});
  }
  return steps;
}

}  // namespace

std::string GeneratedUpgrade::scenario() const {
  json containers = json::array();
  for (const auto& [name, lives] : runs) containers.push_back({{"name", name}, {"runs", lives}});
  json kubelet{{"version", minor_string(path.releases.front())}, {"identityPolicy", policy_of(path)}};
  if (!path.gates.empty()) kubelet["featureGates"] = path.gates;
  json spec{{"description", "An upgrade that a test has made up."},
            {"duration", seconds(static_cast<int>(path.releases.size()) * generated_phase)},
            {"node", {{"kubelet", kubelet}, {"apiServer", {{"version", minor_string(api_server)}}}}},
            {"timeline", timeline_of(*this)}};
  if (!containers.empty()) spec["runtime"]["pods"] = json::array({json{{"name", "web"}, {"containers", containers}}});
  const json document{{"apiVersion", "podreel.dev/v1alpha1"},
                      {"kind", "Scenario"},
                      {"metadata", {{"name", "made-up"}}},
                      {"spec", spec}};
  return document.dump(2);
}

std::vector<GeneratedUpgrade> GeneratedUpgrade::smaller() const {
  std::vector<GeneratedUpgrade> found;
  const auto without = [&](const auto& change) {
    found.push_back(*this);
    change(found.back());
  };
  if (path.releases.size() > 2) without([](GeneratedUpgrade& less) { less.path.releases.pop_back(); });
  if (!path.gates.empty()) without([](GeneratedUpgrade& less) { less.path.gates.clear(); });
  if (path.policy.kind != decide::PolicyKind::upstream) without([](GeneratedUpgrade& less) { less.path.policy = {}; });
  if (!ephemeral_container.is_null()) without([](GeneratedUpgrade& less) { less.ephemeral_container = nullptr; });
  if (is_deleted) without([](GeneratedUpgrade& less) { less.is_deleted = false; });
  for (const auto& life : runs) without([&](GeneratedUpgrade& less) { less.runs.erase(life.first); });
  for (const char* list : {"initContainers", "containers"}) {
    const json containers = pod["spec"].value(list, json::array());
    for (std::size_t index = 0; index < containers.size(); ++index) {
      if (containers.size() > 1 || std::string_view{list} == "initContainers") {
        without([&](GeneratedUpgrade& less) {
          less.pod["spec"][list].erase(index);
          less.runs.erase(containers[index]["name"].get<std::string>());
        });
      }
      for (const auto& [member, value] : containers[index].items()) {
        if (member != "name" && member != "image") {
          without([&, key = member](GeneratedUpgrade& less) { less.pod["spec"][list][index].erase(key); });
        }
      }
    }
  }
  return found;
}

GeneratedUpgrade generated_upgrade(Bytes& bytes) {
  GeneratedUpgrade made;
  made.path = new_path(bytes);
  add_gates(made.path, bytes);
  made.api_server = bytes.flip() ? std::ranges::max(made.path.releases) : release::simulated_releases().back();
  static constexpr std::array policies{"Always", "Always", "OnFailure", "Never"};
  made.pod = {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", {{"name", "web"}}}};
  made.pod["spec"] = {{"restartPolicy", policies.at(bytes.below(policies.size()))},
                      {"volumes", json::array({json{{"name", "data"}, {"emptyDir", json::object()}}})}};
  if (bytes.below(4) == 1) made.pod["spec"]["hostNetwork"] = true;
  made.is_deleted = bytes.below(16) == 1;
  add_init_containers(made, bytes);
  add_regular_containers(made, bytes);
  if (made.is_deleted) made.runs["app-0"] = endless(true);
  if (bytes.below(6) == 1 && made.api_server >= release::parse_release("1.25").value()) {
    made.ephemeral_container = {{"name", "debug"}, {"image", "busybox:1"}};
  }
  return made;
}

}  // namespace podreel::testing
