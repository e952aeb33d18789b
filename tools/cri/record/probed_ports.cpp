#include "tools/cri/record/probed_ports.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "engine/api/json_member.hpp"
#include "scenarios/actions/action.hpp"

namespace podreel::cri {

namespace {

using nlohmann::json;
using Kind = runtime::Runtime::NetworkProbe::Kind;

std::optional<std::uint16_t> port_number(const json& port) {
  constexpr std::int64_t most = 65535;
  std::int64_t number = 0;
  if (port.is_number_integer()) number = port.get<std::int64_t>();
  if (port.is_string()) {
    const std::string text = port.get<std::string>();
    std::from_chars(text.data(), text.data() + text.size(), number);
  }
  return number > 0 && number <= most ? std::optional{static_cast<std::uint16_t>(number)} : std::nullopt;
}

/// As written, or that of the container's port of this name.
std::optional<std::uint16_t> port_of(const json& container, const json& action) {
  const json port = action.value("port", json{});
  std::optional<std::uint16_t> found = port_number(port);
  if (found || !port.is_string()) return found;
  api::for_each_item(container, "ports", [&](const json& named) {
    if (!found && named.value("name", json{}) == port) found = port_number(named.value("containerPort", json{}));
  });
  return found;
}

/// What of the probes of one pod is asked over the network.
class PodProbes {
 public:
  PodProbes(std::string pod, ProbedPorts& all, std::set<std::string>& refused)
      : pod_{std::move(pod)}, all_{all}, refused_{refused} {}

  void look_at(const json& spec) {
    const bool is_on_host = spec.value("hostNetwork", false);
    for (const char* list : {"containers", "initContainers"}) {
      api::for_each_item(spec, list, [&](const json& container) { look_at_container(container, is_on_host); });
    }
  }

 private:
  void look_at_container(const json& container, bool is_on_host) {
    const json hooks = container.value("lifecycle", json::object());
    for (const char* hook : {"postStart", "preStop"}) {
      const json handler = hooks.is_object() ? hooks.value(hook, json{}) : json{};
      if (handler.contains("httpGet") || handler.contains("tcpSocket"))
        refuse("hooks over the network are not answered");
    }
    for (const char* name : {"livenessProbe", "readinessProbe", "startupProbe"}) {
      const json probe = container.value(name, json::object());
      if (!probe.is_object()) continue;
      if (probe.contains("grpc")) refuse("probes over gRPC are not answered");
      if (probe.contains("httpGet")) look_at_action(container, probe["httpGet"], Kind::http, is_on_host);
      if (probe.contains("tcpSocket")) look_at_action(container, probe["tcpSocket"], Kind::tcp, is_on_host);
    }
  }

  void look_at_action(const json& container, const json& action, Kind kind, bool is_on_host) {
    if (!action.is_object()) return;
    if (is_on_host) return refuse("its probes would ask the machine's own ports");
    if (action.contains("host")) return refuse("a probe of another host");
    if (api::string_member(action, "scheme") == "HTTPS") return refuse("probes over HTTPS are not answered");
    const auto port = port_of(container, action);
    if (!port) return;
    const ProbedPort probed{pod_, api::string_member(container, "name"), *port, kind};
    const auto same = std::ranges::find_if(
        all_.ports, [&](const ProbedPort& known) { return known.pod == pod_ && known.port == *port; });
    if (same == all_.ports.end()) {
      all_.ports.push_back(probed);
    } else if (*same != probed) {
      refuse(fmt::format("port {} is probed in two containers, or in two ways", *port));
    }
  }

  void refuse(const std::string& why) { refused_.insert(fmt::format("{}: {}", pod_, why)); }

  std::string pod_;
  ProbedPorts& all_;
  std::set<std::string>& refused_;
};

/// Odds are drawn when somebody has connected, and the system connects at once.
void refuse_scripts(const std::vector<runtime_fake::PodScript>& scripts, std::set<std::string>& refused) {
  const runtime_fake::EndpointAnswer plain;
  for (const runtime_fake::PodScript& script : scripts) {
    for (const auto* answers : {&script.http, &script.tcp}) {
      const auto is_by_chance = [&plain](const auto& answer) { return answer.fails != plain.fails; };
      const auto takes_time = [&plain](const auto& answer) { return answer.takes != plain.takes; };
      if (std::ranges::any_of(*answers, is_by_chance)) {
        refused.insert(fmt::format("runtime.pods {}: probes over the network that fail by chance", script.name));
      }
      if (answers == &script.tcp && std::ranges::any_of(*answers, takes_time)) {
        refused.insert(fmt::format("runtime.pods {}: tcp that takes time: the system connects at once", script.name));
      }
    }
  }
}

}  // namespace

ProbedPorts probed_ports(const language::Scenario& scenario) {
  ProbedPorts found;
  std::set<std::string> refused;
  for (const language::Step& step : scenario.timeline) {
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
