// Volumes that take time or fail, as a scenario says.
#pragma once

#include <string_view>
#include <vector>

#include "engine/volume_plugins.hpp"
#include "runtime_fake/faults.hpp"
#include "runtime_fake/script.hpp"

namespace podreel::runtime_fake {

/// As scenarios name an operation: "SetUp".
[[nodiscard]] std::string_view to_string(volumes::Operation operation) noexcept;

/// Operations that the script does not name for any volume are done immediately.
class FakeVolumes final : public volumes::VolumePlugins {
 public:
  /// All must outlive the volumes. The scenario begins now.
  FakeVolumes(const sim::Process& process, timing::Timing& timing, const std::vector<CallFault>& script)
      : process_{process}, script_{script}, faults_{process, timing, script, ErrorForm::plain} {}

  [[nodiscard]] bool concerns(volumes::Operation operation, const api::Pod& pod,
                              std::string_view volume) const override;
  volumes::OperationOutcome begin(volumes::Operation operation, const api::Pod& pod, std::string_view volume) override;

  /// An operation is under way, or will go otherwise some time.
  [[nodiscard]] bool is_changing() const;

 private:
  const sim::Process& process_;
  const std::vector<CallFault>& script_;
  Faults faults_;
  sim::Time busy_until_{};
};

}  // namespace podreel::runtime_fake
