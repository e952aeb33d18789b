// Finds the pod and container that a message or a line of a log names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podreel::reproduce {

struct NamedPod {
  std::string name;
  /// Each of these is empty if the text does not show it.
  std::string name_space{};
  std::string uid{};
  std::string container{};
};

/// Reads `pod="shop/web-0"`, "web-0_shop(5b1a…)", the runtime's names "app_web-0_shop_5b1a…_1" and
/// "k8s_app_web-0_shop_5b1a…_1", "pod=web-0_sh" that a pager has cut, and others. Returns no value for other texts.
[[nodiscard]] std::optional<NamedPod> pod_named_in(std::string_view text);

/// Returns the UID of `podUID="5b1a…"`, `(UID: "5b1a…")` or `podName:5b1a…`; empty without one.
[[nodiscard]] std::string uid_named_in(std::string_view text);

}  // namespace podreel::reproduce
