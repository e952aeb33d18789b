#include "tools/cri/record/probed_ports.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>

#include "engine/api/json_member.hpp"
#include "scenarios/format/actions/action.hpp"

namespace podreel::cri {

namespace {

using nlohmann::json;

std::optional<std::uint16_t> port_number(const json& port) {
  constexpr std::int64_t maximum = 65535;
  std::int64_t number = 0;
  if (port.is_number_integer()) number = port.get<std::int64_t>();
  if (port.is_string()) {
    const std::string text = port.get<std::string>();
    std::from_chars(text.data(), text.data() + text.size(), number);
  }
  return number > 0 && number <= maximum ? std::optional{static_cast<std::uint16_t>(number)} : std::nullopt;
}

/// Returns the port number, or the container's port with this name.
std::optional<std::uint16_t> port_of(const json& container, const json& action) {
  const json port = action.value("port", json{});
  std::optional<std::uint16_t> found = port_number(port);
  if (found || !port.is_string()) return found;
  api::for_each_item(container, "ports", [&](const json& named) {
    if (!found && named.value("name", json{}) == port) found = port_number(named.value("containerPort", json{}));
  });
  return found;
}

/// The network probes and hooks of one pod.
class PodProbes {
 public:
  PodProbes(std::string pod, ProbedPorts& all, std::set<std::string>& refused)
      : pod_{std::move(pod)}, all_{all}, refused_{refused} {}

  void look_at(const json& spec) {
    const bool is_on_host = spec.value("hostNetwork", false);
    for (const char* list : {"containers", "initContainers"}) {
      api::for_each_item(spec, list, [&](const json& container) { read_container(container, is_on_host); });
    }
  }

 private:
  void read_container(const json& container, bool is_on_host) {
    const json hooks = container.value("lifecycle", json::object());
    for (const char* name : {"postStart", "preStop"}) {
      const json hook = hooks.is_object() ? hooks.value(name, json{}) : json{};
      // Kubelets reject other handlers as invalid.
      if (hook.contains("httpGet")) read_hook(container, hook["httpGet"], is_on_host);
    }
    for (const char* name : {"livenessProbe", "readinessProbe", "startupProbe"}) {
      const json probe = container.value(name, json::object());
      if (!probe.is_object()) continue;
      if (probe.contains("grpc")) read_action(container, probe["grpc"], PortProtocol::grpc, is_on_host);
      if (probe.contains("tcpSocket")) read_action(container, probe["tcpSocket"], PortProtocol::tcp, is_on_host);
      if (probe.contains("httpGet")) read_http(container, probe["httpGet"], is_on_host);
    }
  }

  void read_http(const json& container, const json& action, bool is_on_host) {
    read_action(container, action, is_secure(action) ? PortProtocol::https : PortProtocol::http, is_on_host);
  }

  /// Rejects HTTPS hooks, whose scheme kubelets obey only with the gate ConsistentHTTPGetHandlers.
  void read_hook(const json& container, const json& action, bool is_on_host) {
    if (is_secure(action)) return refuse("a hook over HTTPS");
    read_action(container, action, PortProtocol::http, is_on_host);
  }

  [[nodiscard]] static bool is_secure(const json& action) {
    return action.is_object() && api::string_member(action, "scheme") == "HTTPS";
  }

  void read_action(const json& container, const json& action, PortProtocol protocol, bool is_on_host) {
    if (!action.is_object()) return;
    if (is_on_host) return refuse("its probes or hooks would connect to the machine's own ports");
    if (action.contains("host")) return refuse("a probe or hook connects to another host");
    const auto port = port_of(container, action);
    if (!port) return;
    const ProbedPort probed{pod_, api::string_member(container, "name"), *port, protocol};
    const auto same = std::ranges::find_if(
        all_.ports, [&](const ProbedPort& known) { return known.pod == pod_ && known.port == *port; });
    if (same == all_.ports.end()) {
      all_.ports.push_back(probed);
    } else if (*same != probed) {
      refuse(fmt::format("port {} is used by two containers, or with two protocols", *port));
    }
  }

  void refuse(const std::string& why) { refused_.insert(fmt::format("{}: {}", pod_, why)); }

  std::string pod_;
  ProbedPorts& all_;
  std::set<std::string>& refused_;
};

/// Returns whether the text is a name of grpc.health.v1.HealthCheckResponse.ServingStatus.
bool is_serving_status(const std::string& output) {
  constexpr std::array names{"", "NOT_SERVING", "SERVICE_UNKNOWN", "UNKNOWN"};
  return std::ranges::find(names, output) != names.end();
}

/// Rejects scripts that cannot be performed, because the system accepts connections before odds are drawn.
void refuse_scripts(std::span<const runtime_fake::PodScript> scripts, std::set<std::string>& refused) {
  const runtime_fake::EndpointAnswer plain;
  const auto is_by_chance = [&plain](const auto& answer) { return answer.fails != plain.fails; };
  const auto takes_time = [&plain](const auto& answer) { return answer.takes != plain.takes; };
  const auto is_no_status = [](const auto& answer) { return !is_serving_status(answer.output); };
  for (const runtime_fake::PodScript& script : scripts) {
    const auto refuse = [&](std::string_view why) {
      refused.insert(fmt::format("runtime.pods {}: {}", script.name, why));
    };
    for (const auto* answers : {&script.http, &script.tcp, &script.grpc}) {
      if (std::ranges::any_of(*answers, is_by_chance)) refuse("network probes with random failures");
    }
    if (std::ranges::any_of(script.tcp, takes_time)) refuse("tcp with a delay: the system accepts connections at once");
    if (std::ranges::any_of(script.grpc, is_no_status)) {
      refuse("grpc with an output that is not a status; accepted: NOT_SERVING, SERVICE_UNKNOWN, UNKNOWN");
    }
  }
}

}  // namespace

ProbedPorts probed_ports(const format::Scenario& scenario) {
  ProbedPorts found;
  std::set<std::string> refused;
  for (const format::Step& step : scenario.timeline) {
    const auto pod = step.action->creates(scenario.node.name);
    if (!pod || !pod->object.is_object()) continue;
    const json spec = pod->object.value("spec", json::object());
    if (spec.is_object()) PodProbes{pod->name, found, refused}.look_at(spec);
  }
  if (!found.ports.empty()) refuse_scripts(scenario.runtime.pods, refused);
  found.refused.assign(refused.begin(), refused.end());
  return found;
}

}  // namespace podreel::cri
