#include "tools/files/file_watch.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <utility>

#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds look_period{250};
constexpr milliseconds rest_period{150};
constexpr milliseconds max_unrest{2000};
/// A look of some duration is followed by a pause that is longer by this factor.
constexpr int pause_factor = 25;

std::int64_t nanoseconds(const timespec& time) {
  constexpr std::int64_t per_second = 1'000'000'000;
  return static_cast<std::int64_t>(time.tv_sec) * per_second + time.tv_nsec;
}

/// Sleeps in short parts, so that `should_end` is asked often.
void sleep_unless(steady_clock::duration length, const std::function<bool()>& should_end) {
  const steady_clock::time_point end = steady_clock::now() + length;
  while (steady_clock::now() < end && !should_end()) {
    std::this_thread::sleep_for(std::min<steady_clock::duration>(end - steady_clock::now(), milliseconds{50}));
  }
}

/// Calls `use` with each file at or below a path that can be read.
template <class Use>
void for_each_file(const std::string& path, const Use& use) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return use(path);
  fs::recursive_directory_iterator files{path, fs::directory_options::skip_permission_denied, error};
  for (; !error && files != fs::recursive_directory_iterator{}; files.increment(error)) {
    std::error_code ignored;
    if (!files->is_directory(ignored)) {
      use(files->path().string());
    } else if (files->path().filename() == ".git") {
      files.disable_recursion_pending();
    }
  }
}

}  // namespace

FileWatch::FileWatch(std::vector<std::string> paths) : paths_{std::move(paths)}, seen_{look()} {
  if (seen_.size() <= max_files) return;
  throw BadInput{fmt::format("--watch: found more than {} files in {}; accepted: folders with fewer files", max_files,
                             fmt::join(paths_, ", "))};
}

FileWatch::Files FileWatch::look() const {
  Files files;
  for (const std::string& path : paths_) {
    for_each_file(path, [&files](const std::string& file) {
      struct stat found {};
      if (files.size() > max_files || ::stat(file.c_str(), &found) != 0) return;
      files.insert_or_assign(
          fs::path{file}.lexically_normal().string(),
          State{nanoseconds(found.st_mtim), nanoseconds(found.st_ctim), found.st_size, found.st_ino});
    });
  }
  return files;
}

std::vector<FileChange> FileWatch::wait(const std::function<bool()>& should_end) {
  Files now = seen_;
  while (now == seen_) {
    if (should_end()) return {};
    const steady_clock::time_point begin = steady_clock::now();
    now = look();
    const steady_clock::duration took = steady_clock::now() - begin;
    if (now == seen_) sleep_unless(std::max<steady_clock::duration>(look_period, took * pause_factor), should_end);
  }
  const steady_clock::time_point first_change = steady_clock::now();
  while (steady_clock::now() - first_change < max_unrest && !should_end()) {
    sleep_unless(rest_period, should_end);
    Files later = look();
    if (later == now) break;
    now = std::move(later);
  }
  return exchange(std::move(now));
}

std::vector<FileChange> FileWatch::exchange(Files now) {
  std::vector<FileChange> changes;
  for (const auto& [path, state] : now) {
    const auto before = seen_.find(path);
    if (before == seen_.end()) {
      changes.push_back({path, FileChangeKind::added});
    } else if (before->second != state) {
      changes.push_back({path, FileChangeKind::edited});
    }
  }
  for (const auto& [path, state] : seen_) {
    if (!now.contains(path)) changes.push_back({path, FileChangeKind::removed});
  }
  std::ranges::sort(changes);
  seen_ = std::move(now);
  return changes;
}

}  // namespace podreel::cli
