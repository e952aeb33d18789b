// Recordings that exist and need not be made again.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/cli/conform/conform_scenarios.hpp"

namespace podreel::cli {

/// Returns a digest of the commands of kubelets, their releases and their programs' contents.
[[nodiscard]] std::string digest_of(const std::vector<cri::KubeletCommand>& kubelets);

/// Remembers beside each recording what it was made of.
class MadeRecordings {
 public:
  /// `kubelets`: digest_of() them. `speed`: simulated seconds per wall-clock second.
  MadeRecordings(std::string kubelets, double speed) : kubelets_{std::move(kubelets)}, speed_{speed} {}

  /// Returns whether the recording exists, and its scenario, length and kubelets are unchanged.
  [[nodiscard]] bool is_made(const RecordedScenario& scenario) const;
  /// Must be called before the recording begins: a recording that ends early is not made.
  void forget(const RecordedScenario& scenario) const;
  /// Called when the recording is complete. Throws OutputError.
  void remember(const RecordedScenario& scenario) const;

 private:
  [[nodiscard]] std::string origin_of(const RecordedScenario& scenario) const;

  std::string kubelets_;
  double speed_;
};

}  // namespace podreel::cli
