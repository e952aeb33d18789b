// What kubectl says of a cluster.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace podreel::cli {

/// `kubectl get … --all-namespaces -o json`, as it comes in. What kubectl has to say besides goes to standard error.
class KubectlOutput {
 public:
  /// `kinds` as kubectl takes them: "nodes,pods". An empty `context` is the current one of kubectl's configuration.
  /// Throws BadInput if nothing can be started.
  KubectlOutput(const std::string& kinds, const std::string& context);

  /// For messages: the command.
  [[nodiscard]] const std::string& command() const noexcept { return command_; }

  /// Appends what there is, at most so many bytes; false at the end.
  bool read(std::string& bytes, std::size_t size);

  /// After the end. Throws BadInput if kubectl is not there, or has failed.
  void finish();

 private:
  struct Closer {
    void operator()(std::FILE* pipe) const { static_cast<void>(::pclose(pipe)); }
  };

  std::string command_;
  std::unique_ptr<std::FILE, Closer> pipe_;
};

}  // namespace podreel::cli
