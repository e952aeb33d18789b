// Runs of one scenario document: variables and the matrix.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "engine/release/release.hpp"
#include "scenarios/format/load_options.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::format {

/// Maximum number of runs of a matrix.
inline constexpr std::size_t max_variants = 1'000;

/// A document with its variables replaced.
struct Variant {
  /// The combination of the matrix: "kubelet" and names of variables, with values as in the input.
  std::map<std::string, std::string> combination;
  /// The kubelet's release, if the matrix sets it.
  std::optional<release::Release> kubelet;
  api::Tree document;
};

/// Calls the function with the runs of a scenario document, in the order of its matrix; one run without a matrix. A
/// value that consists of ${name} gets the type of the variable, one that contains it gets its text; $${ is an escaped
/// ${. A scenario without `spec.variables` and `spec.matrix` is unchanged. Values of --set are read as YAML unless the
/// default is a string.
///
/// Reports undeclared variables, axes that are no variables, empty or too large matrices, and documents that are too
/// large after the replacement of variables (api::input_limits).
void for_each_variant(const api::Tree& document, const LoadOptions& options, Reading& reading,
                      const std::function<void(const Variant&)>& use);

}  // namespace podreel::format
