// An external kubelet in place of the simulated one.
#pragma once

#include <string>
#include <string_view>

#include "scenarios/format/settings/kubelet_settings.hpp"

namespace podreel::simulation {

/// A process in real time.
class OutsideKubelet {
 public:
  virtual ~OutsideKubelet() = default;

  virtual void start(const format::KubeletSettings& settings) = 0;
  /// Returns the release as the kubelet with these settings names it: "1.35.6".
  [[nodiscard]] virtual std::string version_of(const format::KubeletSettings& settings) const = 0;
  /// `signal`: "terminated" or "killed".
  virtual void stop(std::string_view signal) = 0;
  /// The kubelet's machine goes down, with all that is only in memory. The kubelet was stopped.
  virtual void go_down() = 0;
  /// The machine has booted: the kubelet, which is started after that, finds this boot id.
  virtual void boot(std::string_view boot_id) = 0;
  /// Whether it was started and not stopped since.
  [[nodiscard]] virtual bool runs() const = 0;
};

}  // namespace podreel::simulation
