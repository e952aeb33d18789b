// How clients are told where an API server is.
#pragma once

#include <fmt/format.h>
#include <string>

namespace podreel::server {

/// A v1.Config of a server that asks nobody who he is.
[[nodiscard]] inline std::string kubeconfig_of(const std::string& url) {
  return fmt::format(
      "apiVersion: v1\nkind: Config\nclusters:\n- name: podreel\n  cluster: {{server: \"{}\"}}\nusers:\n- name: "
      "podreel\n"
      "  user: {{}}\ncontexts:\n- name: podreel\n  context: {{cluster: podreel, user: podreel}}\n"
      "current-context: podreel\n",
      url);
}

}  // namespace podreel::server
