// Container logs: files in CRI's format in the folder of the sandbox.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace podreel::cri {

/// Returns a line of a log: "2024-01-01T00:00:00.000000000Z stdout F hello\n".
[[nodiscard]] std::string log_line(std::int64_t unix_nanoseconds, std::string_view text);

class Logs {
 public:
  virtual ~Logs() = default;
  /// Appends to `path` below `folder`, which must exist; returns an error message, or no value.
  virtual std::optional<std::string> append(const std::string& folder, const std::string& path,
                                            std::string_view text) = 0;
};

/// Writes regular files inside the folder only; rejects "..", absolute paths and symbolic links.
class LogFiles final : public Logs {
 public:
  LogFiles() = default;
  /// `pod_logs`: the folder that the kubelet sees as /var/log/pods, because it is in a mount namespace of its own.
  explicit LogFiles(std::string pod_logs) : pod_logs_{std::move(pod_logs)} {}

  std::optional<std::string> append(const std::string& folder, const std::string& path, std::string_view text) override;

 private:
  /// Empty: it is at /var/log/pods here, too.
  std::string pod_logs_;
};

}  // namespace podreel::cri
