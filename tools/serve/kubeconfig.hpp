// Client configuration for an API server.
#pragma once

#include <fmt/format.h>
#include <string>

namespace podreel::serve {

/// Returns a v1.Config for a server without authentication.
[[nodiscard]] inline std::string kubeconfig_of(const std::string& url) {
  return fmt::format(
      "apiVersion: v1\nkind: Config\nclusters:\n- name: podreel\n  cluster: {{server: \"{}\"}}\nusers:\n- name: "
      "podreel\n"
      "  user: {{}}\ncontexts:\n- name: podreel\n  context: {{cluster: podreel, user: podreel}}\n"
      "current-context: podreel\n",
      url);
}

}  // namespace podreel::serve
