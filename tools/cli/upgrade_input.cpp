#include "tools/cli/upgrade_input.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <limits>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

#include "engine/manifests/pod_stream.hpp"
#include "tools/cli/bounded_queue.hpp"
#include "tools/cli/hash_subjects.hpp"
#include "tools/cli/progress.hpp"

namespace podreel::cli {

namespace {

std::uint64_t size_of(const std::string& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  return error ? 0 : size;
}

/// Reads pods on a thread of its own, while others are judged.
class PodReader {
 public:
  PodReader(std::string file, bool keep_going, Progress& progress)
      : thread_{[this, file = std::move(file), keep_going, &progress] {
          try {
            read(file, keep_going, progress);
          } catch (...) {
            failure_ = std::current_exception();
          }
          pods_.close();
        }} {}
  PodReader(const PodReader&) = delete;
  PodReader& operator=(const PodReader&) = delete;
  ~PodReader() {
    pods_.abandon();
    if (thread_.joinable()) thread_.join();
  }

  [[nodiscard]] std::optional<std::vector<manifests::ManifestPod>> next() { return pods_.take(); }

  /// After the last pod: what was wrong. Throws what the reading threw.
  [[nodiscard]] std::vector<api::Problem> finish() {
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
    return std::move(problems_);
  }

 private:
  static constexpr std::size_t batch_size = 64;
  static constexpr std::size_t batches_max = 16;

  void read(const std::string& file, bool keep_going, Progress& progress) {
    manifests::PodStreamHandlers handlers;
    std::vector<manifests::ManifestPod> batch;
    handlers.progress = [&progress](std::uint64_t bytes) { progress.at(bytes); };
    handlers.pod = [this, &batch](manifests::ManifestPod found) {
      batch.push_back(std::move(found));
      if (batch.size() == batch_size) pods_.put(std::exchange(batch, {}));
    };
    if (keep_going) handlers.max_problems = std::numeric_limits<std::size_t>::max();
    manifests::stream_pods(file, handlers, problems_);
    pods_.put(std::move(batch));
  }

  BoundedQueue<manifests::ManifestPod> pods_{batches_max};
  std::vector<api::Problem> problems_;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace

void UpgradeInput::read(const std::string& file, bool keep_going, Context& context) {
  if (file.ends_with(".jsonl")) {
    for (const HashedContainer& found : containers_to_hash({file})) container(found.object);
    return;
  }
  const auto first_problem = static_cast<std::ptrdiff_t>(problems_.size());
  Progress progress{context.diagnostics, context.diagnostics_terminal, file, size_of(file)};
  PodReader reader{file, keep_going, progress};
  while (const auto pods = reader.next()) {
    for (const manifests::ManifestPod& found : *pods) {
      if (seen_.is_new(found, file, problems_)) pod(found, file);
    }
  }
  const std::vector<api::Problem> found = reader.finish();
  problems_.insert(problems_.end(), found.begin(), found.end());
  std::ranges::stable_sort(problems_.begin() + first_problem, problems_.end(), {}, [](const api::Problem& problem) {
    return std::tie(problem.mark.line, problem.mark.column);
  });
}

}  // namespace podreel::cli
