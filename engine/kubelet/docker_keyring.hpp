// Credentials for registries (pkg/credentialprovider/keyring.go).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/apiserver/config_objects.hpp"
#include "engine/sync/pull_records.hpp"

namespace podreel::kubelet {

/// The credentials of several Secrets, by registry.
class DockerKeyring {
 public:
  /// Adds the registries that the Secret lists in .dockerconfigjson or .dockercfg; `secret` says whose they are. A
  /// Secret that cannot be read has none.
  void add(const sync::PullCredential& secret, const apiserver::ConfigObjects::Data& data);

  /// Returns those for a repository with its registry ("docker.io/library/busybox"), the most specific ones first.
  [[nodiscard]] std::vector<sync::PullCredential> look_up(std::string_view repository) const;

 private:
  /// By host and path, in the reverse order of names.
  std::map<std::string, std::vector<sync::PullCredential>, std::greater<>> by_registry_;
};

}  // namespace podreel::kubelet
