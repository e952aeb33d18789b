#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "engine/api/pod_rules.hpp"
#include "engine/api/quantity.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/api/tree_access.hpp"

namespace podreel::api {

namespace {

constexpr std::array<std::string_view, 3> probe_names{"livenessProbe", "readinessProbe", "startupProbe"};
constexpr std::array<std::string_view, 2> hook_names{"postStart", "preStop"};

class ContainerRules {
 public:
  ContainerRules(const Tree& container, ContainerRole role, const std::vector<std::string_view>* volumes,
                 const std::string& path, ProblemList& problems)
      : container_(container), role_(role), volumes_(volumes), path_(path), problems_(problems) {}

  void check() {
    for (const std::string_view name : probe_names) probe(name);
    hooks();
    ports();
    environment();
    mounts();
    resources();
    restart_rules();
    if (role_ == ContainerRole::ephemeral) only_ephemeral_fields();
    if (role_ == ContainerRole::init) only_init_fields();
  }

 private:
  void add(Mark mark, const std::string& path, std::string message) { problems_.add(mark, path, std::move(message)); }

  /// Exactly one of `names` must be set in `node`.
  template <std::size_t count>
  void exactly_one(const Tree& node, const std::array<std::string_view, count>& names, const std::string& path,
                   std::string_view what) {
    std::vector<std::string_view> set;
    for (const std::string_view name : names) {
      if (value_of(node, name)) set.push_back(name);
    }
    if (set.empty()) add(node.mark, path, fmt::format("no {}; accepted: one of {}", what, fmt::join(names, ", ")));
    if (set.size() > 1) {
      add(node.mark, path, fmt::format("more than one {}: {}; accepted: one", what, fmt::join(set, ", ")));
    }
  }

  void probe(std::string_view name) {
    const Tree* probe = value_of(container_, name);
    if (!probe || probe->kind != Tree::Kind::map) return;
    const std::string path = path_to_key(path_, name);
    exactly_one(*probe, std::array<std::string_view, 4>{"exec", "httpGet", "tcpSocket", "grpc"}, path, "handler");
    const Tree* threshold = value_of(*probe, "successThreshold");
    if (name != "readinessProbe" && threshold && threshold->text != "1" && threshold->text != "0") {
      add(threshold->mark, path_to_key(path, "successThreshold"),
          fmt::format("found {}, accepted: 1 (only readiness probes take more)", threshold->text));
    }
    const Tree* grace = value_of(*probe, "terminationGracePeriodSeconds");
    if (name == "readinessProbe" && grace) {
      add(grace->mark, path_to_key(path, "terminationGracePeriodSeconds"), "not possible in a readiness probe");
    }
  }

  void hooks() {
    const Tree* lifecycle = value_of(container_, "lifecycle");
    if (!lifecycle || lifecycle->kind != Tree::Kind::map) return;
    for (const std::string_view name : hook_names) {
      const Tree* hook = value_of(*lifecycle, name);
      if (!hook || hook->kind != Tree::Kind::map) continue;
      exactly_one(*hook, std::array<std::string_view, 4>{"exec", "httpGet", "tcpSocket", "sleep"},
                  path_to_key(path_to_key(path_, "lifecycle"), name), "handler");
    }
  }

  void ports() {
    std::set<std::string_view> names;
    for_each_map(container_, "ports", path_, [&](const Tree& port, const std::string& path) {
      const std::string_view name = text_of(port, "name");
      if (!name.empty() && !names.insert(name).second) {
        add(value_of(port, "name")->mark, path_to_key(path, "name"),
            fmt::format("the port name \"{}\" appears twice in this container", abbreviated(name)));
      }
    });
  }

  void environment() {
    for_each_map(container_, "env", path_, [&](const Tree& variable, const std::string& path) {
      const Tree* source = value_of(variable, "valueFrom");
      if (!source || source->kind != Tree::Kind::map) return;
      const std::string source_path = path_to_key(path, "valueFrom");
      if (!text_of(variable, "value").empty()) {
        add(source->mark, source_path, "value and valueFrom exclude each other");
      }
      exactly_one(*source,
                  std::array<std::string_view, 5>{"fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef",
                                                  "fileKeyRef"},
                  source_path, "source");
    });
    for_each_map(container_, "envFrom", path_, [&](const Tree& source, const std::string& path) {
      exactly_one(source, std::array<std::string_view, 2>{"configMapRef", "secretRef"}, path, "source");
    });
  }

  void mounts() {
    std::set<std::string_view> paths;
    for_each_map(container_, "volumeMounts", path_, [&](const Tree& mount, const std::string& path) {
      volume_exists(mount, path);
      const std::string_view mount_path = text_of(mount, "mountPath");
      if (!mount_path.empty() && !paths.insert(mount_path).second) {
        add(value_of(mount, "mountPath")->mark, path_to_key(path, "mountPath"),
            fmt::format("\"{}\" is mounted twice in this container", abbreviated(mount_path)));
      }
    });
    for_each_map(container_, "volumeDevices", path_,
                 [&](const Tree& device, const std::string& path) { volume_exists(device, path); });
  }

  void volume_exists(const Tree& use, const std::string& path) {
    const std::string_view name = text_of(use, "name");
    if (!volumes_ || name.empty() || std::ranges::find(*volumes_, name) != volumes_->end()) return;
    const std::string_view nearest = nearest_name(name, *volumes_);
    add(value_of(use, "name")->mark, path_to_key(path, "name"),
        fmt::format("the pod has no volume \"{}\"{}", abbreviated(name),
                    nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest)));
  }

  void resources() {
    const Tree* resources = value_of(container_, "resources");
    const Tree* requests = resources ? value_of(*resources, "requests") : nullptr;
    const Tree* limits = resources ? value_of(*resources, "limits") : nullptr;
    if (!requests || !limits) return;
    for (const Tree::Member& request : requests->members) {
      const Tree* limit = value_of(*limits, request.key);
      const std::optional<Quantity> requested = Quantity::parse(request.value.text);
      const std::optional<Quantity> allowed = limit ? Quantity::parse(limit->text) : std::nullopt;
      if (!requested || !allowed || *requested <= *allowed) continue;
      add(request.value.mark, path_to_key(path_to_key(path_to_key(path_, "resources"), "requests"), request.key),
          fmt::format("found {}, accepted: at most the limit {}", abbreviated(request.value.text),
                      abbreviated(limit->text)));
    }
  }

  void restart_rules() {
    const Tree* rules = value_of(container_, "restartPolicyRules");
    if (rules && text_of(container_, "restartPolicy").empty()) {
      add(rules->mark, path_to_key(path_, "restartPolicyRules"), "needs a restartPolicy of the container");
    }
  }

  void not_possible(std::string_view name, std::string_view where) {
    const Tree* value = value_of(container_, name);
    if (!value) return;
    const bool empty = value->members.empty() && value->items.empty() && value->text.empty();
    if (!empty) add(value->mark, path_to_key(path_, name), fmt::format("not possible in {}", where));
  }

  void only_ephemeral_fields() {
    for (const std::string_view name : {"ports", "livenessProbe", "readinessProbe", "startupProbe", "lifecycle",
                                        "resources", "resizePolicy", "restartPolicy"}) {
      not_possible(name, "an ephemeral container");
    }
  }

  void only_init_fields() {
    if (text_of(container_, "restartPolicy") == "Always") return;
    for (const std::string_view name : {"livenessProbe", "readinessProbe", "startupProbe", "lifecycle"}) {
      not_possible(name, "an init container without restartPolicy Always");
    }
  }

  const Tree& container_;
  ContainerRole role_;
  const std::vector<std::string_view>* volumes_;
  const std::string& path_;
  ProblemList& problems_;
};

}  // namespace

void check_container_rules(const Tree& container, ContainerRole role, const std::vector<std::string_view>* volumes,
                           const std::string& path, ProblemList& problems) {
  ContainerRules{container, role, volumes, path, problems}.check();
}

}  // namespace podreel::api
