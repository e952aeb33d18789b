#include "engine/kubelet/admission/sysctls.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/api/json_member.hpp"
#include "engine/release/behaviour/looping.hpp"

namespace podreel::kubelet {

namespace {

using release::Behaviour;

struct SafeSysctl {
  std::string_view name;
  /// Null: in every release.
  release::Capability capability{};
};

constexpr std::array safe_sysctls{
    SafeSysctl{"kernel.shm_rmid_forced"},
    SafeSysctl{"net.ipv4.ip_local_port_range"},
    SafeSysctl{"net.ipv4.tcp_syncookies"},
    SafeSysctl{"net.ipv4.ping_group_range", release::ping_group_range_is_safe},
    SafeSysctl{"net.ipv4.ip_unprivileged_port_start", release::unprivileged_port_start_is_safe},
    SafeSysctl{"net.ipv4.ip_local_reserved_ports", release::local_reserved_ports_are_safe},
    SafeSysctl{"net.ipv4.tcp_keepalive_time", release::tcp_keepalive_is_safe},
    SafeSysctl{"net.ipv4.tcp_fin_timeout", release::tcp_keepalive_is_safe},
    SafeSysctl{"net.ipv4.tcp_keepalive_intvl", release::tcp_keepalive_is_safe},
    SafeSysctl{"net.ipv4.tcp_keepalive_probes", release::tcp_keepalive_is_safe},
    SafeSysctl{"net.ipv4.tcp_rmem", release::tcp_memory_is_safe},
    SafeSysctl{"net.ipv4.tcp_wmem", release::tcp_memory_is_safe},
    SafeSysctl{"net.ipv4.tcp_slow_start_after_idle", release::tcp_start_and_backlog_are_safe},
    SafeSysctl{"net.ipv4.tcp_notsent_lowat", release::tcp_start_and_backlog_are_safe},
};

/// "net.ipv4.conf.eth0/1.arp" for "net/ipv4/conf/eth0.1/arp": whichever comes first separates (NormalizeName).
std::string with_dots(std::string name) {
  const std::size_t first = name.find_first_of("./");
  if (first == std::string::npos || name[first] == '.') return name;
  for (char& character : name) {
    if (character == '/') {
      character = '.';
    } else if (character == '.') {
      character = '/';
    }
  }
  return name;
}

bool fits(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with('*')) return pattern == name;
  pattern.remove_suffix(1);
  return name.starts_with(pattern);
}

bool is_of_network(std::string_view name) {
  return name.starts_with("net.");
}

bool is_of_ipc(std::string_view name) {
  return name.starts_with("kernel.shm") || name.starts_with("kernel.msg") || name.starts_with("fs.mqueue.") ||
         fits(name, "kernel.sem");
}

std::string_view name_of_namespace(bool is_network, const Behaviour& behaviour) {
  if (behaviour.has(release::sysctl_namespaces_are_capitalized)) return is_network ? "Net" : "IPC";
  return is_network ? "net" : "ipc";
}

bool is_allowed(std::string_view name, const std::vector<std::string>& allowed_unsafe, const Behaviour& behaviour) {
  const bool is_safe = std::ranges::any_of(safe_sysctls, [&](const SafeSysctl& safe) {
    return safe.name == name && (!safe.capability || behaviour.has(safe.capability));
  });
  return is_safe ||
         std::ranges::any_of(allowed_unsafe, [name](const std::string& pattern) { return fits(pattern, name); });
}

}  // namespace

bool is_namespaced_sysctl(std::string_view name) {
  return is_of_network(name) || is_of_ipc(name);
}

std::optional<std::string> forbidden_sysctl(const api::PodSpec& spec, const std::vector<std::string>& allowed_unsafe,
                                            const Behaviour& behaviour) {
  std::optional<std::string> why;
  const nlohmann::json* context = api::find_member(spec.stored.get(), "securityContext");
  if (context == nullptr) return why;
  const bool shares_ipc = api::bool_member(*spec.stored, "hostIPC");
  api::for_each_item(*context, "sysctls", [&](const nlohmann::json& sysctl) {
    if (why) return;
    const std::string written = api::string_member(sysctl, "name");
    const std::string name = with_dots(written);
    if (!is_allowed(name, allowed_unsafe, behaviour)) {
      why = fmt::format("forbidden sysctl: \"{}\" not {}", written,
                        behaviour.has(release::sysctls_are_allowlisted) ? "allowlisted" : "whitelisted");
    } else if ((is_of_network(name) && spec.host_network) || (is_of_ipc(name) && shares_ipc)) {
      why = fmt::format("forbidden sysctl: \"{}\" not allowed with host {} enabled", written,
                        name_of_namespace(is_of_network(name), behaviour));
    }
  });
  return why;
}

}  // namespace podreel::kubelet
