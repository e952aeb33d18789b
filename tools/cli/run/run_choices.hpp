// The random choices of a run, written to the file of `--record-choices`.
#pragma once

#include <optional>
#include <ostream>
#include <vector>

#include "engine/sim/choices.hpp"
#include "tools/cli/arguments/run_options.hpp"
#include "tools/files/output_file.hpp"

namespace podreel::cli {

class RunChoices {
 public:
  /// Opens the file before the run. Throws as OutputFile does.
  RunChoices(const RunOptions& options, std::ostream& diagnostics);

  /// Writes the choices that were taken, and reports how many of the requested choices were not used.
  void finish(const std::vector<sim::Choice>& taken);

 private:
  const std::vector<sim::Choice>& asked_for_;
  std::ostream& diagnostics_;
  std::optional<OutputFile> file_;
};

}  // namespace podreel::cli
