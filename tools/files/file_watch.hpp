// Changes of files, found by comparing their times and sizes.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace podreel::cli {

enum class FileChangeKind : std::uint8_t { added, edited, removed };

struct FileChange {
  /// Path below the folder as it was named, normalised.
  std::string path;
  FileChangeKind kind{};
  friend auto operator<=>(const FileChange&, const FileChange&) = default;
};

/// Watches files and all files below folders. Folders named .git, and folders behind links, are left out. Reads times
/// and sizes at intervals instead of waiting for events of the kernel, which many file systems do not send. Files that
/// an editor replaces count as edited.
class FileWatch {
 public:
  /// Largest number of files; more would make each look too slow.
  static constexpr std::size_t max_files = 50'000;

  /// Watches `paths`, as they are now. Throws BadInput if there are more than `max_files` files.
  explicit FileWatch(std::vector<std::string> paths);

  [[nodiscard]] std::size_t num_files() const noexcept { return seen_.size(); }

  /// Waits until files change, and then until they rest for 150 ms, at most for 2 s. Looks four times a second, or less
  /// often in large folders, so that it needs at most 4 % of a core. Returns the changes since the last call in the
  /// order of their paths; returns none as soon as `should_end` returns true.
  [[nodiscard]] std::vector<FileChange> wait(const std::function<bool()>& should_end);

 private:
  struct State {
    /// Nanoseconds.
    std::int64_t modified = 0;
    std::int64_t changed = 0;
    off_t size = 0;
    ino_t inode = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  using Files = std::map<std::string, State>;

  [[nodiscard]] Files look() const;
  /// Returns how `now` differs from `seen_`, and keeps `now` in its place.
  std::vector<FileChange> exchange(Files now);

  std::vector<std::string> paths_;
  Files seen_;
};

}  // namespace podreel::cli
