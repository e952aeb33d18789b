// Logs of containers among the objects that `kubectl cluster-info dump` prints.
#pragma once

#include <string>
#include <string_view>

namespace podreel::manifests {

/// Removes sections "==== START logs for container … ====" to "==== END logs for container … ====" from a text that
/// comes piece by piece. Their line ends stay, so that the lines of the rest keep their numbers.
class LogSections {
 public:
  /// Returns `piece` without what belongs to a section. The last line may be kept until it is clear what it is.
  [[nodiscard]] std::string remove(std::string_view piece);
  /// Returns what was kept of the last line.
  [[nodiscard]] std::string finish();

 private:
  /// Takes the complete lines from `kept_`; returns those that belong to no section.
  [[nodiscard]] std::string take_lines();

  std::string kept_;
  bool is_inside_ = false;
};

}  // namespace podreel::manifests
