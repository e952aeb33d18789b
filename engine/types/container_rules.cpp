#include <algorithm>
#include <fmt/format.h>

#include "engine/api/quantity.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/release/kubelet_identity.hpp"
#include "engine/types/pod_rules.hpp"

namespace podreel::types {

using api::abbreviated;
using api::path_to_key;

std::vector<std::string_view> alternatives_in(const api::Cursor& value, const Type& type) {
  std::vector<std::string_view> found;
  for (const Field* member : type.members) {
    const bool is_alternative = member->type->kind == Kind::pointer && member->type->element->kind == Kind::structure;
    if (is_alternative && value[member->json]) found.emplace_back(member->json);
  }
  return found;
}

namespace {

std::vector<std::string_view> alternatives_of(const Type& type) {
  std::vector<std::string_view> names;
  for (const Field* member : type.members) {
    if (member->type->kind == Kind::pointer && member->type->element->kind == Kind::structure) {
      names.emplace_back(member->json);
    }
  }
  return names;
}

bool is_blank(const api::Cursor& value) {
  bool has_members = false;
  value.for_each_member([&](std::string_view, api::Mark, const api::Cursor&) { has_members = true; });
  return !has_members && value.size() == 0 && value.scalar_text().empty();
}

}  // namespace

ContainerRules::ContainerRules(ContainerRole role, const PodFacts& pod, PodValidator& validator)
    : role_(role), pod_(pod), validator_(validator) {}

void ContainerRules::check(const api::Cursor& container, const std::string& path) {
  if (container["image"].text().empty()) validator_.add_problem(container, path + ".image", "", "Required value");
  ports(container, path);
  for (const std::string_view name : {"livenessProbe", "readinessProbe", "startupProbe"}) probe(container, name, path);
  hooks(container, path);
  stop_signal(container, path);
  environment(container, path);
  mounts(container, path);
  resources(container, path);
  restart_policy(container, path);
  resize_policy(container, path);
}

void ContainerRules::ports(const api::Cursor& container, const std::string& container_path) {
  std::set<std::string_view> names;
  for_each_map(container, "ports", container_path, [&](const api::Cursor& port, const std::string& path) {
    const api::Cursor name = port["name"];
    if (!name.text().empty() && !names.insert(name.text()).second) {
      validator_.add_problem(
          name, path_to_key(path, "name"),
          fmt::format("the port name \"{}\" appears twice in this container", abbreviated(name.text())), "");
    }
    const std::int64_t number = port["containerPort"].integer();
    constexpr std::int64_t largest = 65'535;
    if (number < 1 || number > largest)
      validator_.add_problem(port, path + ".containerPort", "", "must be between 1 and 65535");
    host_port(port, path_to_key(path, "hostPort"));
  });
}

void ContainerRules::host_port(const api::Cursor& port, const std::string& path) {
  const std::string number = port["hostPort"].scalar_text();
  if (number.empty() || number == "0") return;
  if (pod_.host_network && number != port["containerPort"].scalar_text()) {
    validator_.add_problem(port["hostPort"], path,
                           fmt::format("found {}, accepted: the containerPort, because of hostNetwork", number),
                           "must match `containerPort` when `hostNetwork` is true");
  }
  const std::string key = fmt::format("{}/{}/{}", port["protocol"].text(), port["hostIP"].text(), number);
  if (!host_ports_.insert(key).second)
    validator_.add_problem(port, path, "", fmt::format("Duplicate value: \"{}\"", key));
}

void ContainerRules::exactly_one(const api::Cursor& value, std::string_view type_id, const std::string& path,
                                 std::string_view what) {
  const Type& type = validator_.type(type_id);
  const std::vector<std::string_view> set = alternatives_in(value, type);
  const bool refused = what == "handler";
  if (set.empty()) {
    validator_.add_problem(value, path,
                           fmt::format("no {}; accepted: one of {}", what, fmt::join(alternatives_of(type), ", ")),
                           refused ? "must specify a handler type" : "");
  }
  if (set.size() > 1) {
    validator_.add_problem(value, path, fmt::format("more than one {}: {}; accepted: one", what, fmt::join(set, ", ")),
                           refused ? "may not specify more than 1 handler type" : "");
  }
}

void ContainerRules::probe(const api::Cursor& container, std::string_view name, const std::string& container_path) {
  const api::Cursor probe = container[name];
  if (!probe.is_map() || !validator_.knows("Container", name)) return;
  const std::string path = path_to_key(container_path, name);
  const bool is_readiness = name == "readinessProbe";
  exactly_one(probe, "Probe", path, "handler");
  http_protocol(probe["httpGet"], path_to_key(path, "httpGet"));
  const api::Cursor threshold = probe["successThreshold"];
  const std::string times = threshold ? threshold.scalar_text() : "1";
  if (!is_readiness && times != "1" && times != "0") {
    validator_.add_problem(threshold, path_to_key(path, "successThreshold"),
                           fmt::format("found {}, accepted: 1 (only readiness probes take more)", times), "must be 1");
  }
  const api::Cursor grace = probe["terminationGracePeriodSeconds"];
  if (!grace || !validator_.knows("Probe", "terminationGracePeriodSeconds")) return;
  const std::string grace_path = path_to_key(path, "terminationGracePeriodSeconds");
  if (is_readiness) {
    validator_.add_problem(grace, grace_path, "not possible in a readiness probe",
                           "must not be set for readinessProbes");
  } else if (grace.integer() < 1) {
    validator_.add_problem(grace, grace_path, "", "must be greater than 0");
  }
}

void ContainerRules::http_protocol(const api::Cursor& action, const std::string& path) {
  if (action["protocol"].text() != "HTTP2" || !validator_.knows("HTTPGetAction", "protocol")) return;
  if (!action["host"].text().empty()) {
    validator_.add_problem(action["host"], path_to_key(path, "host"), "not possible with protocol HTTP2", "");
  }
  if (action["scheme"].text() == "HTTPS") {
    validator_.add_problem(action["scheme"], path_to_key(path, "scheme"),
                           "found HTTPS, accepted: HTTP, because of protocol HTTP2", "");
  }
}

void ContainerRules::hooks(const api::Cursor& container, const std::string& path) {
  const std::string_view type = validator_.type("LifecycleHandler").members.empty() ? "Handler" : "LifecycleHandler";
  for (const std::string_view name : {"postStart", "preStop"}) {
    const api::Cursor hook = container["lifecycle"][name];
    if (!hook.is_map()) continue;
    const std::string hook_path = path_to_key(path_to_key(path, "lifecycle"), name);
    exactly_one(hook, type, hook_path, "handler");
    http_protocol(hook["httpGet"], path_to_key(hook_path, "httpGet"));
    if (validator_.knows(type, "sleep")) sleep(hook, path_to_key(hook_path, "sleep"));
  }
}

/// validateSleepAction.
void ContainerRules::sleep(const api::Cursor& hook, const std::string& path) {
  const api::Cursor seconds = hook["sleep"]["seconds"];
  if (!hook["sleep"].is_map() || !pod_.grace_period) return;
  const std::int64_t given = seconds.integer();
  const std::int64_t maximum = *pod_.grace_period;
  const bool may_be_zero = !validator_.is_kubelet() || validator_.is_kubelet_in(release::takes_zero_sleep);
  if (given >= (may_be_zero ? 0 : 1) && given <= maximum) return;
  const std::string_view range = may_be_zero ? "non-negative" : "greater than 0";
  const std::string_view gate = validator_.is_kubelet_in(release::names_gate_of_zero_sleep)
                                    ? ". Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep."
                                    : "";
  validator_.add_problem(
      seconds ? seconds : hook, path,
      fmt::format("found {}, accepted: 0 to {}, the pod's terminationGracePeriodSeconds", given, maximum),
      fmt::format("must be {} and less than terminationGracePeriodSeconds ({}){}", range, maximum, gate));
}

void ContainerRules::stop_signal(const api::Cursor& container, const std::string& path) {
  const api::Cursor signal = container["lifecycle"]["stopSignal"];
  if (!validator_.is_kubelet() || !validator_.knows("Lifecycle", "stopSignal") || signal.text().empty()) return;
  if (!pod_.os.empty()) return;
  validator_.add_problem(signal, path + ".lifecycle.stopSignal", "",
                         "may not be set for containers with empty `spec.os.name`");
}

void ContainerRules::environment(const api::Cursor& container, const std::string& container_path) {
  for_each_map(container, "env", container_path, [&](const api::Cursor& variable, const std::string& path) {
    const api::Cursor source = variable["valueFrom"];
    if (!source.is_map()) return;
    const std::string source_path = path_to_key(path, "valueFrom");
    if (!variable["value"].text().empty()) {
      validator_.add_problem(source, source_path, "value and valueFrom exclude each other", "");
    }
    exactly_one(source, "EnvVarSource", source_path, "source");
  });
  for_each_map(container, "envFrom", container_path, [&](const api::Cursor& source, const std::string& path) {
    exactly_one(source, "EnvFromSource", path, "source");
  });
}

void ContainerRules::mounts(const api::Cursor& container, const std::string& container_path) {
  std::set<std::string_view> places;
  for_each_map(container, "volumeMounts", container_path, [&](const api::Cursor& mount, const std::string& path) {
    volume_exists(mount, path);
    const std::string_view place = mount["mountPath"].text();
    const std::string place_path = path_to_key(path, "mountPath");
    if (place.empty()) validator_.add_problem(mount, place_path, "", "Required value");
    if (places.insert(place).second) return;
    validator_.add_problem(
        mount["mountPath"], place_path,
        place.empty() ? "" : fmt::format("\"{}\" is mounted twice in this container", abbreviated(place)),
        "must be unique");
  });
  if (validator_.is_kubelet()) return;
  for_each_map(container, "volumeDevices", container_path,
               [&](const api::Cursor& device, const std::string& path) { volume_exists(device, path); });
}

void ContainerRules::volume_exists(const api::Cursor& use, const std::string& path) {
  const std::string_view name = use["name"].text();
  if (pod_.volumes == nullptr || std::ranges::find(*pod_.volumes, name) != pod_.volumes->end()) return;
  std::string advice;
  if (!name.empty()) {
    advice = fmt::format("the pod has no volume \"{}\"{}", abbreviated(name), api::did_you_mean(name, *pod_.volumes));
  }
  validator_.add_problem(use["name"], path_to_key(path, "name"), advice, fmt::format("Not found: \"{}\"", name));
}

void ContainerRules::resources(const api::Cursor& container, const std::string& path) {
  const api::Cursor resources = container["resources"];
  for (const std::string_view list : {"limits", "requests"}) {
    resources[list].for_each_member([&](std::string_view name, api::Mark, const api::Cursor& value) {
      const std::string place = validator_.is_kubelet()
                                    ? fmt::format("{}.resources.{}[{}]", path, list, name)
                                    : path_to_key(path_to_key(path_to_key(path, "resources"), list), name);
      if (!is_standard(name)) validator_.add_problem(value, place, "", "must be a standard resource for containers");
      const std::optional<api::Quantity> amount = api::Quantity::parse(value.scalar_text());
      if (!amount) return;
      if (*amount < api::Quantity{}) {
        validator_.add_problem(value, place,
                               fmt::format("found {}, accepted: 0 or more", abbreviated(value.scalar_text())),
                               "must be greater than or equal to 0");
      }
      const std::string limit_text = list == "requests" ? resources["limits"][name].scalar_text() : "";
      const std::optional<api::Quantity> limit = api::Quantity::parse(limit_text);
      if (!limit || *amount <= *limit) return;
      validator_.add_problem(value, place,
                             fmt::format("found {}, accepted: at most the limit {}", abbreviated(value.scalar_text()),
                                         abbreviated(limit_text)),
                             fmt::format("must be less than or equal to {} limit", name));
    });
  }
}

bool ContainerRules::is_standard(std::string_view resource) const {
  if (resource == "ephemeral-storage") return validator_.is_kubelet_in(release::has_ephemeral_storage);
  return resource.find('/') != std::string_view::npos || resource == "cpu" || resource == "memory" ||
         resource.starts_with("hugepages-");
}

void ContainerRules::restart_policy(const api::Cursor& container, const std::string& path) {
  const api::Cursor policy = container["restartPolicy"];
  const api::Cursor rules = container["restartPolicyRules"];
  if (rules && policy.text().empty()) {
    validator_.add_problem(rules, path_to_key(path, "restartPolicyRules"), "needs a restartPolicy of the container",
                           "");
  }
  if (role_ == ContainerRole::ephemeral) {
    not_possible(container,
                 {"ports", "livenessProbe", "readinessProbe", "startupProbe", "lifecycle", "resources", "resizePolicy",
                  "restartPolicy"},
                 path, "not possible in an ephemeral container", "");
  }
  if (!validator_.knows("Container", "restartPolicy")) return;
  const bool may_restart =
      validator_.knows("Container", "restartPolicyRules") && !validator_.is_kubelet_in(release::refuses_static_options);
  if (role_ == ContainerRole::regular && policy && !may_restart) {
    validator_.add_problem(policy, path_to_key(path, "restartPolicy"), "", "may not be set for non-init containers");
  }
  if (role_ == ContainerRole::init && policy.text() != "Always") {
    not_possible(container, {"lifecycle", "livenessProbe", "readinessProbe", "startupProbe"}, path,
                 "not possible in an init container without restartPolicy Always",
                 "may not be set for init containers without restartPolicy=Always");
  }
}

void ContainerRules::resize_policy(const api::Cursor& container, const std::string& container_path) {
  if (!validator_.is_kubelet() || !validator_.knows("Container", "resizePolicy")) return;
  const api::Cursor policies = container["resizePolicy"];
  const std::string whole = path_to_key(container_path, "resizePolicy");
  if (role_ == ContainerRole::init && policies.size() > 0 &&
      validator_.is_kubelet_in(release::refuses_static_options)) {
    validator_.add_problem(policies, whole, "", "must not be set for init containers");
  }
  const bool is_never = pod_.restart_policy == "Never";
  const bool is_plain_init = role_ == ContainerRole::init && container["restartPolicy"].text() != "Always";
  const bool names_pod = validator_.is_kubelet_in(release::refuses_resize_restart_of_init);
  policies.for_each_item([&](const api::Cursor& policy, std::size_t index) {
    const api::Cursor given = policy["restartPolicy"];
    if (given.text() != "RestartContainer") return;
    if (is_never && validator_.is_kubelet_in(release::refuses_resize_restart_of_never)) {
      validator_.add_problem(
          given, whole, "",
          fmt::format("must be 'NotRequired' when {}`restartPolicy` is 'Never'", names_pod ? "pod " : ""));
    }
    if (!is_plain_init || !names_pod) return;
    validator_.add_problem(given, fmt::format("{}[{}].restartPolicy", whole, index), "",
                           "must not be set to 'RestartContainer' for non-sidecar initContainers");
  });
}

void ContainerRules::not_possible(const api::Cursor& container, std::initializer_list<std::string_view> fields,
                                  const std::string& path, std::string_view advice, std::string_view refusal) {
  for (const std::string_view field : fields) {
    const api::Cursor value = container[field];
    if (!value || (!validator_.is_kubelet() && is_blank(value))) continue;
    validator_.add_problem(value, path_to_key(path, field), std::string{advice}, std::string{refusal});
  }
}

}  // namespace podreel::types
