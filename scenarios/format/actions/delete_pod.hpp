// deletePod.
#pragma once

#include <cstdint>
#include <optional>

#include "scenarios/format/actions/action.hpp"

namespace podreel::actions {

class DeletePod final : public Kind<DeletePod, Request> {
 public:
  static constexpr std::string_view kind = "deletePod";
  /// No value: the pod's own.
  std::optional<std::int64_t> grace_period_seconds{};

  void check(PlannedNode& node) const override;

 private:
  void ask(apiserver::ApiServer& server) const override;
};

/// `name` is "namespace/name".
[[nodiscard]] ActionPtr delete_pod(std::string name, std::optional<std::int64_t> grace_period_seconds);

}  // namespace podreel::actions
