// Where containers' output goes: files in CRI's format, in the folder that the sandbox names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace podreel::cri {

/// A line of a log: "2024-01-01T00:00:00.000000000Z stdout F hello\n".
[[nodiscard]] std::string log_line(std::int64_t unix_nanoseconds, std::string_view text);

class Logs {
 public:
  virtual ~Logs() = default;
  /// Appends to `path` below `folder`, which must be there; returns what is wrong.
  virtual std::optional<std::string> append(const std::string& folder, const std::string& path,
                                            std::string_view text) = 0;
};

/// Never leaves the folder: no "..", no absolute path, no symbolic link, nothing but regular files.
class LogFiles final : public Logs {
 public:
  std::optional<std::string> append(const std::string& folder, const std::string& path, std::string_view text) override;
};

}  // namespace podreel::cri
