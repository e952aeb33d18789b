#include "engine/kubelet/docker_keyring.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/api/base64.hpp"
#include "engine/api/glob.hpp"
#include "engine/api/json_member.hpp"
#include "engine/api/take_word.hpp"

namespace podreel::kubelet {

namespace {

using nlohmann::json;

constexpr std::string_view default_registry = "index.docker.io";

/// Host, port and path of a registry or repository.
struct Location {
  std::string_view host;
  std::string_view port;
  std::string_view path;
};

/// Text before the first separator, and the rest from there on.
std::pair<std::string_view, std::string_view> cut_before(std::string_view text, char separator) {
  const std::size_t place = text.find(separator);
  if (place == std::string_view::npos) return {text, {}};
  return {text.substr(0, place), text.substr(place)};
}

Location located(std::string_view text) {
  const auto [authority, path] = cut_before(text, '/');
  const auto [host, port] = cut_before(authority, ':');
  return {host, port, path};
}

/// URLsMatch: each label of the host is a pattern (path.Match).
bool covers(std::string_view registry, std::string_view repository) {
  const Location pattern = located(registry);
  const Location wanted = located(repository);
  if (pattern.port != wanted.port || !wanted.path.starts_with(pattern.path)) return false;
  const auto patterns = api::split(pattern.host, '.');
  const auto labels = api::split(wanted.host, '.');
  return std::ranges::equal(patterns, labels, api::glob_matches);
}

/// The key of a registry in the keyring: without scheme and the version of its API.
std::string registry_key(std::string_view registry) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (registry.starts_with(scheme)) registry.remove_prefix(scheme.size());
  }
  auto [host, path] = cut_before(registry, '/');
  for (const std::string_view version : {"/v2/", "/v1/"}) {
    if (path.starts_with(version)) path.remove_prefix(version.size() - 1);
  }
  if (path == "/") path = {};
  return fmt::format("{}{}", host, path);
}

/// isDefaultRegistryMatch.
bool is_of_default_registry(std::string_view repository) {
  const std::size_t slash = repository.find('/');
  const std::string_view first = repository.substr(0, slash);
  if (first.empty()) return false;
  if (slash == std::string_view::npos || first == "docker.io" || first == default_registry) return true;
  return first.find_first_of(".:") == std::string_view::npos;
}

/// User and password, separated by a colon; `auth` is both in base64.
std::string login_of(const json& registry) {
  const std::string both = api::string_member(registry, "auth");
  const std::optional<std::string> decoded = api::from_base64(both);
  if (!both.empty() && decoded) return *decoded;
  return api::string_member(registry, "username") + ":" + api::string_member(registry, "password");
}

}  // namespace

void DockerKeyring::add(const sync::PullCredential& secret, const apiserver::ConfigObjects::Data& data) {
  json registries;
  if (const auto file = data.find(".dockerconfigjson"); file != data.end()) {
    const json read = json::parse(file->second, nullptr, false);
    if (const json* auths = api::find_member(read, "auths")) registries = *auths;
  } else if (const auto old_file = data.find(".dockercfg"); old_file != data.end()) {
    registries = json::parse(old_file->second, nullptr, false);
  }
  if (!registries.is_object()) return;
  for (const auto& [registry, login] : registries.items()) {
    by_registry_[registry_key(registry)].push_back({secret.secret, secret.uid, login_of(login)});
  }
}

std::vector<sync::PullCredential> DockerKeyring::look_up(std::string_view repository) const {
  std::vector<sync::PullCredential> found;
  for (const auto& [registry, credentials] : by_registry_) {
    if (covers(registry, repository)) found.insert(found.end(), credentials.begin(), credentials.end());
  }
  if (!found.empty() || !is_of_default_registry(repository)) return found;
  const auto fallback = by_registry_.find(std::string{default_registry});
  return fallback == by_registry_.end() ? found : fallback->second;
}

}  // namespace podreel::kubelet
