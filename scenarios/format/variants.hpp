// One scenario document, several runs: variables and the matrix.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "engine/release/release.hpp"
#include "scenarios/format/load_options.hpp"
#include "scenarios/format/shapes/decoder.hpp"

namespace podreel::language {

/// No matrix may make more runs than this.
inline constexpr std::size_t most_variants = 1'000;

/// A document with its variables replaced.
struct Variant {
  /// The combination of the matrix: "kubelet" and names of variables, to values as written.
  std::map<std::string, std::string> combination;
  /// The kubelet's release, if the matrix says it.
  std::optional<release::Release> kubelet;
  api::Tree document;
};

/// Hands over the runs of a scenario document, in the order of its matrix; one without a matrix. A value that is
/// nothing but
/// ${name} takes the type of the variable, one that contains it takes its text; $${ stands for ${. A scenario without
/// `spec.variables` and `spec.matrix` is left as it is. Values of --set are read as YAML unless the default is a
/// string.
///
/// Reports variables that nobody declares, axes that are no variables, matrices that are empty or too large, and
/// documents that are too large when variables have been replaced (api::input_limits).
void for_each_variant(const api::Tree& document, const LoadOptions& options, Reading& reading,
                      const std::function<void(const Variant&)>& use);

}  // namespace podreel::language
