#include "tools/cli/upgrade_input.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

#include "engine/manifests/pod_stream.hpp"
#include "tools/cli/bounded_queue.hpp"
#include "tools/cli/hash_subjects.hpp"
#include "tools/cli/input_progress.hpp"

namespace podreel::cli {

namespace {

/// Smaller files are judged as they are read.
constexpr std::uint64_t worth_a_thread = std::uint64_t{1} << 20;

using Take = std::function<void(manifests::ManifestPod)>;

void stream_pods_of(const std::string& file, bool keep_going, InputProgress& progress,
                    std::vector<api::Problem>& problems, const Take& take) {
  manifests::PodStreamHandlers handlers{.pod = take, .progress = progress.function()};
  if (keep_going) handlers.max_problems = api::input_limits.kept_going_problems;
  manifests::stream_pods(file, handlers, problems);
}

/// Reads pods on a thread of its own, while others are judged.
class PodReader {
 public:
  PodReader(std::string file, bool keep_going, InputProgress& progress)
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

  void read(const std::string& file, bool keep_going, InputProgress& progress) {
    std::vector<manifests::ManifestPod> batch;
    stream_pods_of(file, keep_going, progress, problems_, [this, &batch](manifests::ManifestPod found) {
      batch.push_back(std::move(found));
      if (batch.size() == batch_size) pods_.put(std::exchange(batch, {}));
    });
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
    for_each_container({file}, [this](const HashedContainer& found) { container(found.object); });
    return;
  }
  const auto first_problem = static_cast<std::ptrdiff_t>(problems_.size());
  InputProgress progress{context, file};
  const auto take = [&](const manifests::ManifestPod& found) {
    if (seen_.is_new(found, file, problems_)) pod(found, file);
  };
  if (const std::uint64_t size = size_of_file(file); size > 0 && size <= worth_a_thread) {
    stream_pods_of(file, keep_going, progress, problems_, take);
  } else {
    PodReader reader{file, keep_going, progress};
    while (const auto pods = reader.next()) std::ranges::for_each(*pods, take);
    const std::vector<api::Problem> found = reader.finish();
    problems_.insert(problems_.end(), found.begin(), found.end());
  }
  std::ranges::stable_sort(problems_.begin() + first_problem, problems_.end(), {}, [](const api::Problem& problem) {
    return std::tie(problem.mark.line, problem.mark.column);
  });
}

}  // namespace podreel::cli
