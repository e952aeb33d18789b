// Which runtime calls fail or take time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "runtime_fake/script.hpp"

namespace podreel::runtime_fake {

/// What happens to one call.
struct Verdict {
  sim::Duration takes{};
  /// The error it returns, as gRPC shows it; none if it succeeds.
  std::optional<std::string> error;
};

class Faults {
 public:
  /// `script` must outlive the faults.
  explicit Faults(const std::vector<CallFault>& script) : script_{script} {}

  /// Counts the call. `pod` is "namespace/name", or empty for calls about no pod; `pod_key` tells pods of the same name
  /// apart.
  [[nodiscard]] Verdict judge(std::string_view call, std::string_view pod, std::string_view pod_key,
                              std::string_view container);

  /// Whether any of these calls, about any pod, ever takes time or fails.
  [[nodiscard]] bool may_touch(std::string_view call) const noexcept;

 private:
  using Counted = std::tuple<std::size_t, std::string, std::string>;

  const std::vector<CallFault>& script_;
  std::map<Counted, std::uint32_t> failed_;
};

/// An error of the runtime as a gRPC client prints it.
[[nodiscard]] std::string rpc_error(std::string_view description);

/// How the runtime says that it has no such sandbox or container.
[[nodiscard]] std::string not_found(std::string_view what, std::string_view id);

}  // namespace podreel::runtime_fake
