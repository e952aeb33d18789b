#include "tools/cri/runtime/log_files.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace podreel::cri {

namespace {

/// An open file descriptor, closed by the destructor.
class File {
 public:
  explicit File(int descriptor) noexcept : descriptor_{descriptor} {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(File&& other) noexcept : descriptor_{std::exchange(other.descriptor_, -1)} {}
  File& operator=(File&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

  [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_;
};

std::optional<std::string> refused(const std::string& folder, const std::string& path) {
  if (!folder.starts_with('/')) return fmt::format("the log directory '{}' is not an absolute path", folder);
  if (path.empty() || path.starts_with('/') || path.ends_with('/')) {
    return fmt::format("'{}' names no file below '{}'", path, folder);
  }
  for (std::string_view rest = path; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find('/'));
    if (part.empty() || part == "." || part == "..") return fmt::format("'{}' leads out of '{}'", path, folder);
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  }
  return std::nullopt;
}

/// Opens each folder of the path in turn, so that no symbolic link is followed.
File open_below(const std::string& folder, const std::string& path) {
  constexpr mode_t mode = 0640;
  File at{open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  std::size_t begin = 0;
  for (std::size_t end = path.find('/'); at.is_open() && end != std::string::npos; end = path.find('/', begin)) {
    const std::string part = path.substr(begin, end - begin);
    at = File{openat(at.descriptor(), part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    begin = end + 1;
  }
  if (!at.is_open()) return at;
  constexpr int flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  File file{openat(at.descriptor(), path.c_str() + begin, flags, mode)};
  struct stat found {};
  if (file.is_open() && fstat(file.descriptor(), &found) == 0 && S_ISREG(found.st_mode)) return file;
  if (file.is_open()) errno = EINVAL;
  return File{-1};
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

std::string log_line(std::int64_t unix_nanoseconds, std::string_view text) {
  const std::chrono::nanoseconds since_epoch{unix_nanoseconds};
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since_epoch);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:09}Z stdout F {}\n",
                     fmt::gmtime(static_cast<std::time_t>(seconds.count())), (since_epoch - seconds).count(), text);
}

std::optional<std::string> LogFiles::append(const std::string& folder, const std::string& path, std::string_view text) {
  if (auto why = refused(folder, path)) return why;
  constexpr std::string_view usual = "/var/log/pods/";
  const bool is_elsewhere = !pod_logs_.empty() && folder.starts_with(usual);
  const File file = open_below(is_elsewhere ? pod_logs_ + "/" + folder.substr(usual.size()) : folder, path);
  if (file.is_open() && write_all(file.descriptor(), text)) return std::nullopt;
  std::array<char, 128> reason{};
  return fmt::format("{}/{}: {}", folder, path, strerror_r(errno, reason.data(), reason.size()));
}

}  // namespace podreel::cri
