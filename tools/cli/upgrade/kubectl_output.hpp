// Output of kubectl about a cluster.
#pragma once

#include <cstddef>
#include <string>

#include "tools/files/command_output.hpp"

namespace podreel::cli {

/// Runs `kubectl get … --all-namespaces -o json` and streams its output. kubectl's standard error is passed through.
class KubectlOutput {
 public:
  /// `kinds` is in kubectl's format: "nodes,pods". An empty `context` means the current one of kubectl's configuration.
  /// Throws BadInput if no process can be started.
  KubectlOutput(const std::string& kinds, const std::string& context);

  /// Returns the command, for messages.
  [[nodiscard]] const std::string& command() const noexcept { return output_.command(); }

  /// Appends the available output, at most `size` bytes; returns false at the end.
  bool read(std::string& bytes, std::size_t size) { return output_.read(bytes, size); }

  /// Must be called after the end. Throws BadInput if kubectl was not found or failed.
  void finish();

 private:
  CommandOutput output_;
};

}  // namespace podreel::cli
