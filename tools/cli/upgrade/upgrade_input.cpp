#include "tools/cli/upgrade/upgrade_input.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <thread>
#include <tuple>

#include "engine/api/printable.hpp"
#include "engine/api/tar_reader.hpp"
#include "engine/manifests/object_line.hpp"
#include "engine/manifests/pod_stream.hpp"
#include "scenarios/batch/batch_input.hpp"
#include "tools/cli/arguments/bounded_queue.hpp"
#include "tools/cli/batch/hash_subjects.hpp"
#include "tools/files/input_files.hpp"

namespace podreel::cli {

using manifests::LineKind;

namespace {

/// Minimum size of files that are read on a separate thread.
constexpr std::uint64_t worth_a_thread = std::uint64_t{1} << 20;

/// Returns a problem's path without list indices, and its message without the name that it begins with, as in
/// "node a: …", and without quoted values.
std::string kind_of_problem(const api::Problem& problem) {
  std::string_view message = problem.message;
  if (message.starts_with("node ") || message.starts_with("pod ")) message.remove_prefix(message.find(' ') + 1);
  const std::size_t colon = message.size() < problem.message.size() ? message.find(": ") : std::string_view::npos;
  if (colon != std::string_view::npos) message.remove_prefix(colon);
  std::string text = path_without_indices(problem.path) + ": ";
  bool is_quoted = false;
  for (const char character : message) {
    is_quoted = is_quoted != (character == '"');
    if (!is_quoted) text += character;
  }
  return text;
}

bool is_archive(const std::string& file) {
  return file.ends_with(".tar") || file.ends_with(".tar.gz") || file.ends_with(".tgz");
}

/// Folders also have files with JSON that is no line for this verb.
bool holds_lines(api::InputFile& input, const std::string& file) {
  const std::string_view line = input.first_line();
  const bool may_hold = batch::is_named_as_lines(file) || manifests::kind_of_line(line) == LineKind::recorded_case;
  return may_hold && batch::holds_lines(line, file);
}

}  // namespace

/// Reads pods on a separate thread while others are evaluated.
class UpgradeInput::Reader {
 public:
  explicit Reader(const Stream& stream)
      : thread_{[this, &stream] {
          try {
            read(stream);
          } catch (...) {
            failure_ = std::current_exception();
          }
          pods_.close();
        }} {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() {
    pods_.abandon();
    if (thread_.joinable()) thread_.join();
  }

  [[nodiscard]] std::optional<std::vector<upgrade::IntakePod>> next() { return pods_.take(); }

  /// Must be called after the last pod. Returns the problems; rethrows exceptions of the reader.
  [[nodiscard]] std::vector<api::Problem> finish() {
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
    return std::move(problems_);
  }

 private:
  static constexpr std::size_t batch_size = 64;
  static constexpr std::size_t batches_max = 16;

  void read(const Stream& stream) {
    std::vector<upgrade::IntakePod> batch;
    stream(problems_, [this, &batch](upgrade::IntakePod found) {
      batch.push_back(std::move(found));
      if (batch.size() == batch_size) pods_.put(std::exchange(batch, {}));
    });
    pods_.put(std::move(batch));
  }

  BoundedQueue<upgrade::IntakePod> pods_{batches_max};
  std::vector<api::Problem> problems_;
  std::exception_ptr failure_;
  std::thread thread_;
};

void UpgradeInput::read(const std::string& file, bool is_of_collection, Context& context) {
  const auto first_problem = static_cast<std::ptrdiff_t>(problems_.size());
  InputProgress progress{context, file};
  api::InputFile input{file};
  if (!is_archive(file) && holds_lines(input, file)) return read_lines(input, file, progress);
  const Stream all_of_it = [&](std::vector<api::Problem>& problems, const Take& take) {
    if (is_archive(file)) return stream_archive(file, progress, problems, take);
    const std::size_t first = problems.size();
    stream(input, file, progress, problems, take);
    if (is_of_collection) pass_over(problems, first);
  };
  if (const std::uint64_t size = size_of_file(file); size > 0 && size <= worth_a_thread) {
    all_of_it(problems_, pod);
  } else {
    hand_over(all_of_it);
  }
  if (!is_archive(file)) sort_problems(first_problem);
}

void UpgradeInput::read_lines(api::InputFile& input, const std::string& file, InputProgress& progress) {
  std::vector<api::Problem> warnings;
  batch::FileReaders readers;
  readers.line = [&](std::string_view text, int number) {
    const auto read = read_container_line(text, file, number, problems_);
    if (!read) return;
    warnings.insert(warnings.end(), read->unknown_fields.begin(), read->unknown_fields.end());
    container(read->object);
  };
  readers.pod = [&](manifests::ManifestPod found) { resolve(std::move(found), file, problems_, pod); };
  readers.progress = progress.function();
  readers.observer = observer_of(input.name(), problems_, warnings);
  if (keep_going_) readers.max_problems = api::input_limits.kept_going_problems;
  batch::read_lines(input, file, readers, problems_);
  count_warnings(warnings);
}

void UpgradeInput::read(const std::string& name, const api::InputFile::Source& source, Context& context) {
  const auto first_problem = static_cast<std::ptrdiff_t>(problems_.size());
  InputProgress progress{context, name};
  hand_over([&](std::vector<api::Problem>& problems, const Take& take) {
    api::InputFile input{name, source};
    stream(input, name, progress, problems, take);
  });
  sort_problems(first_problem);
}

void UpgradeInput::hand_over(const Stream& stream) {
  Reader reader{stream};
  while (const auto pods = reader.next()) std::ranges::for_each(*pods, pod);
  const std::vector<api::Problem> found = reader.finish();
  problems_.insert(problems_.end(), found.begin(), found.end());
}

/// Sorts the problems from index `first` by position.
void UpgradeInput::sort_problems(std::ptrdiff_t first) {
  std::ranges::stable_sort(problems_.begin() + first, problems_.end(), {}, [](const api::Problem& problem) {
    return std::tie(problem.mark.line, problem.mark.column);
  });
}

void UpgradeInput::stream_archive(const std::string& file, InputProgress& progress, std::vector<api::Problem>& problems,
                                  const Take& take) {
  api::InputFile archive{file};
  api::TarReader tar{archive};
  bool is_any_read = false;
  while (const std::optional<std::string> name = tar.next()) {
    if (!is_input_name(*name)) continue;
    const std::string shown = api::printable_line(fmt::format("{}:{}", file, *name));
    const std::size_t first = problems.size();
    api::InputFile member{shown, [&tar](std::string& bytes, std::size_t size) { return tar.read(bytes, size); }};
    stream(member, shown, progress, problems, take);
    pass_over(problems, first);
    is_any_read = true;
  }
  if (tar.problem()) {
    problems.push_back({file, {}, "", *tar.problem()});
  } else if (!is_any_read) {
    problems.push_back({file, {}, "", "found no .yaml, .yml or .json file in the archive"});
  }
}

/// Removes problems of documents that are not Kubernetes objects, which collections contain.
void UpgradeInput::pass_over(std::vector<api::Problem>& problems, std::size_t first) {
  const auto is_about_no_object = [](const api::Problem& problem) {
    const bool has_no_kind = problem.path == "kind" && problem.message == "required, but missing";
    return has_no_kind || problem.message.ends_with("accepted: a Kubernetes object") ||
           problem.message == "the file holds no document";
  };
  const auto others =
      std::remove_if(problems.begin() + static_cast<std::ptrdiff_t>(first), problems.end(), is_about_no_object);
  if (others == problems.end()) return;
  ++passed_over_;
  problems.erase(others, problems.end());
}

void UpgradeInput::stream(api::InputFile& input, const std::string& file, InputProgress& progress,
                          std::vector<api::Problem>& problems, const Take& take) {
  std::vector<api::Problem> warnings;
  manifests::PodStreamHandlers handlers;
  handlers.pod = [&](manifests::ManifestPod found) {
    count_warnings(warnings);
    resolve(std::move(found), file, problems, take);
  };
  handlers.progress = progress.function();
  if (keep_going_) handlers.max_problems = api::input_limits.kept_going_problems;
  handlers.observer = observer_of(input.name(), problems, warnings);
  manifests::stream_pods(input, handlers, problems);
  count_warnings(warnings);
}

void UpgradeInput::resolve(manifests::ManifestPod found, const std::string& file, std::vector<api::Problem>& problems,
                           const Take& take) {
  has_pods_ = true;
  std::optional<upgrade::IntakePod> asked = asked_.resolve(std::move(found), file, problems);
  if (asked) take(*std::move(asked));
}

manifests::Observer UpgradeInput::observer_of(const std::string& file, std::vector<api::Problem>& problems,
                                              std::vector<api::Problem>& warnings) {
  const auto see = [this, &file, &problems](const manifests::SeenObject& seen) {
    asked_.see(seen, file, problems);
    const bool is_of_cluster = seen.kind == "Node" || seen.kind == "Pod" || seen.kind == "PodDisruptionBudget";
    if (dump_ && is_of_cluster) dump_->take(seen, file);
  };
  return {.object = see, .warnings = &warnings};
}

void UpgradeInput::count_warnings(std::vector<api::Problem>& warnings) {
  for (api::Problem& warning : std::exchange(warnings, {})) warnings_.add(std::move(warning));
}

void UpgradeInput::finish() {
  asked_.finish([this](const upgrade::IntakePod& found) { pod(found); }, problems_);
}

std::vector<api::Problem> UpgradeInput::grouped_problems() const {
  std::vector<api::Problem> reported;
  std::vector<std::size_t> counts;
  std::map<std::string, std::size_t> places;
  for (const api::Problem& problem : problems_) {
    const auto [place, is_new] = places.try_emplace(kind_of_problem(problem), reported.size());
    if (is_new) reported.push_back(problem);
    if (is_new) counts.push_back(0);
    ++counts[place->second];
  }
  for (std::size_t index = 0; index < reported.size(); ++index) {
    reported[index] = counted(std::move(reported[index]), counts[index]);
  }
  return reported;
}

}  // namespace podreel::cli
