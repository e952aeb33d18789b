#include "engine/api/pod_rules.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "engine/api/syntax_error.hpp"
#include "engine/api/tree_access.hpp"

namespace podreel::api {

namespace {

struct ContainerList {
  std::string_view field;
  ContainerRole role;
};

constexpr ContainerList container_lists[] = {{"initContainers", ContainerRole::init},
                                             {"containers", ContainerRole::regular},
                                             {"ephemeralContainers", ContainerRole::ephemeral}};

class PodRules {
 public:
  PodRules(const Tree& spec, const std::string& path, ProblemList& problems)
      : spec_(spec), path_(path), problems_(problems) {}

  void check(const std::vector<std::string_view>& claimed_volumes) {
    std::vector<std::string_view> volume_names = volumes();
    volume_names.insert(volume_names.end(), claimed_volumes.begin(), claimed_volumes.end());
    for (const ContainerList& list : container_lists) {
      for_each_map(spec_, list.field, path_, [&](const Tree& container, const std::string& path) {
        unique_name(container, path);
        check_container_rules(container, list.role, &volume_names, path, problems_);
        if (list.role == ContainerRole::ephemeral) target(container, path);
        if (text_of(spec_, "hostNetwork") == "true") host_ports(container, path);
      });
    }
    name_servers();
    for_each_map(spec_, "tolerations", path_,
                 [&](const Tree& toleration, const std::string& path) { toleration_rules(toleration, path); });
  }

 private:
  std::vector<std::string_view> volumes() {
    std::vector<std::string_view> names;
    for_each_map(spec_, "volumes", path_, [&](const Tree& volume, const std::string& path) {
      const std::string_view name = text_of(volume, "name");
      if (std::ranges::find(names, name) != names.end()) {
        problems_.add(value_of(volume, "name")->mark, path_to_key(path, "name"),
                      fmt::format("the volume name \"{}\" appears twice", abbreviated(name)));
      }
      if (!name.empty()) names.push_back(name);
      one_source(volume, path);
    });
    return names;
  }

  void one_source(const Tree& volume, const std::string& path) {
    std::vector<std::string_view> sources;
    for (const Tree::Member& member : volume.members) {
      if (member.key != "name" && member.value.kind != Tree::Kind::null) sources.push_back(member.key);
    }
    if (sources.size() < 2) return;
    problems_.add(volume.mark, path,
                  fmt::format("more than one source: {}; accepted: one",
                              abbreviated(fmt::format("{}", fmt::join(sources, ", ")))));
  }

  void unique_name(const Tree& container, const std::string& path) {
    const std::string_view name = text_of(container, "name");
    if (name.empty()) return;
    const Mark mark = value_of(container, "name")->mark;
    const auto [first, inserted] = names_.emplace(name, mark);
    if (inserted) return;
    problems_.add(mark, path_to_key(path, "name"),
                  fmt::format("the container name \"{}\" appears twice; first in line {}", abbreviated(name),
                              first->second.line));
  }

  void target(const Tree& container, const std::string& path) {
    const std::string_view name = text_of(container, "targetContainerName");
    if (name.empty() || names_.contains(name)) return;
    problems_.add(value_of(container, "targetContainerName")->mark, path_to_key(path, "targetContainerName"),
                  fmt::format("the pod has no container \"{}\"", abbreviated(name)));
  }

  void host_ports(const Tree& container, const std::string& container_path) {
    for_each_map(container, "ports", container_path, [&](const Tree& port, const std::string& path) {
      const std::string_view host = text_of(port, "hostPort");
      if (host.empty() || host == "0" || host == text_of(port, "containerPort")) return;
      problems_.add(value_of(port, "hostPort")->mark, path_to_key(path, "hostPort"),
                    fmt::format("found {}, accepted: the containerPort, because of hostNetwork", host));
    });
  }

  void name_servers() {
    const Tree* policy = value_of(spec_, "dnsPolicy");
    if (!policy || policy->text != "None") return;
    const Tree* config = value_of(spec_, "dnsConfig");
    const Tree* servers = config ? value_of(*config, "nameservers") : nullptr;
    if (servers && !servers->items.empty()) return;
    problems_.add(policy->mark, path_to_key(path_, "dnsPolicy"), "None needs a name server in dnsConfig.nameservers");
  }

  void toleration_rules(const Tree& toleration, const std::string& path) {
    if (text_of(toleration, "operator") == "Exists" && !text_of(toleration, "value").empty()) {
      problems_.add(value_of(toleration, "value")->mark, path_to_key(path, "value"),
                    "not possible with the operator Exists");
    }
    const Tree* seconds = value_of(toleration, "tolerationSeconds");
    if (seconds && text_of(toleration, "effect") != "NoExecute") {
      problems_.add(seconds->mark, path_to_key(path, "tolerationSeconds"), "needs the effect NoExecute");
    }
  }

  const Tree& spec_;
  const std::string& path_;
  ProblemList& problems_;
  std::map<std::string_view, Mark> names_;
};

}  // namespace

void check_pod_rules(const Tree& spec, const std::vector<std::string_view>& claimed_volumes, const std::string& path,
                     ProblemList& problems) {
  PodRules{spec, path, problems}.check(claimed_volumes);
}

}  // namespace podreel::api
