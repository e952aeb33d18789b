// Problems of input: a scenario, a manifest, or an option.
#pragma once

#include <string>

namespace podreel {

/// One defect of the input that a user can correct. Functions return problems; they do not throw because of input.
struct Problem {
  /// Name of the file; "-" is standard input. Empty if the problem lies in no file.
  std::string file;
  /// Line in the file, from 1; 0 if unknown.
  int line = 0;
  /// Column in bytes, from 1; 0 if unknown.
  int column = 0;
  /// Path of the field, as in "spec.containers[0].image"; empty if the problem concerns the whole document.
  std::string path;
  /// Text that describes the problem and the accepted input.
  std::string message;
};

/// Returns "file:line:column: path: message". Parts that are unknown are left out.
[[nodiscard]] std::string to_string(const Problem& problem);

}  // namespace podreel
