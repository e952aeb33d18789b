// What the batch verbs have in common: lines of JSON in, a kubelet of some release, lines of JSON out.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/behaviour.hpp"
#include "tools/cli/output_format.hpp"
#include "tools/cli/verb.hpp"

namespace podreel::cli {

struct BatchOptions {
  std::vector<std::string> files;
  /// Of the kubelet; empty: the newest.
  std::string release;
  /// "SidecarContainers=true,…".
  std::string feature_gates;
  bool explain = false;
  OutputFormat format = OutputFormat::jsonl;
};

/// Declares -f FILE, --kubelet-version, --feature-gates, --explain and -o. `options` must outlive `verb`.
void add_batch_options(CLI::App& verb, BatchOptions& options, const std::string& what);

/// The kubelet that is asked. Throws BadInput for feature gates that it does not take, and warns of those that podreel
/// does not obey.
[[nodiscard]] release::Behaviour kubelet_of(const BatchOptions& options, Context& context);

/// Calls `use` with every line of the files that is not blank. Throws BadInput if a file cannot be read.
void for_each_line(const std::vector<std::string>& files,
                   const std::function<void(std::string_view text, const std::string& file, int line)>& use);

}  // namespace podreel::cli
