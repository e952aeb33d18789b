#include "engine/kubelet/admission/host_ports.hpp"

#include <algorithm>
#include <string>

#include "engine/api/json_member.hpp"
#include "engine/decide/sidecar.hpp"
#include "engine/release/behaviour/looping.hpp"

namespace podreel::kubelet {

namespace {

constexpr std::string_view every_address = "0.0.0.0";

struct HostPort {
  std::string address;
  std::string protocol;
  std::int64_t number = 0;
};

std::string given_or(const std::string& text, std::string_view otherwise) {
  return text.empty() ? std::string{otherwise} : text;
}

void add_ports(std::vector<HostPort>& ports, const api::Container& container) {
  if (container.stored == nullptr) return;
  api::for_each_item(*container.stored, "ports", [&ports](const nlohmann::json& port) {
    const std::int64_t number = api::integer_of(api::find_member(port, "hostPort"));
    if (number <= 0) return;
    ports.push_back({given_or(api::string_member(port, "hostIP"), every_address),
                     given_or(api::string_member(port, "protocol"), "TCP"), number});
  });
}

void add_ports(std::vector<HostPort>& ports, const api::PodSpec& spec, const release::Behaviour& behaviour) {
  for (const api::Container& container : spec.containers) add_ports(ports, container);
  if (!behaviour.has(release::sidecar_host_ports_count)) return;
  for (const api::Container& container : spec.init_containers) {
    if (decide::is_sidecar(container, behaviour)) add_ports(ports, container);
  }
}

bool conflict(const HostPort& one, const HostPort& other) {
  return one.protocol == other.protocol && one.number == other.number &&
         (one.address == other.address || one.address == every_address || other.address == every_address);
}

}  // namespace

bool has_host_ports(const api::PodSpec& spec, const release::Behaviour& behaviour) {
  std::vector<HostPort> wanted;
  add_ports(wanted, spec, behaviour);
  return !wanted.empty();
}

bool host_ports_are_free(const api::PodSpec& spec, const std::vector<api::PodPtr>& others,
                         const release::Behaviour& behaviour) {
  std::vector<HostPort> wanted;
  add_ports(wanted, spec, behaviour);
  if (wanted.empty()) return true;
  std::vector<HostPort> taken;
  for (const api::PodPtr& other : others) add_ports(taken, *other->spec, behaviour);
  return std::ranges::none_of(wanted, [&taken](const HostPort& port) {
    return std::ranges::any_of(taken, [&port](const HostPort& other) { return conflict(port, other); });
  });
}

}  // namespace podreel::kubelet
