#include "tools/cli/test/test_watch.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <ostream>
#include <string_view>
#include <tuple>
#include <vector>

#include "tools/cli/test/affected_files.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/file_watch.hpp"
#include "tools/files/input_files.hpp"
#include "tools/invocation/interruption.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

/// Returns the folders of the scenarios, which hold their goldens and the files that they name, and --root.
std::vector<std::string> watched_paths(const TestOptions& options) {
  std::vector<std::string> paths;
  for (const std::string& name : options.run.files) {
    const std::filesystem::path folder = std::filesystem::path{name}.parent_path();
    const bool is_folder = std::filesystem::is_directory(name);
    paths.push_back(is_folder ? name : folder.empty() ? "." : folder.string());
  }
  if (!options.run.load.root.empty()) paths.push_back(options.run.load.root);
  return paths;
}

std::string_view verb_of(FileChangeKind kind) {
  switch (kind) {
    case FileChangeKind::added:
      return "added";
    case FileChangeKind::edited:
      return "edited";
    case FileChangeKind::removed:
      break;
  }
  return "removed";
}

std::string text_of(const std::vector<FileChange>& changes) {
  if (changes.size() > 1) return fmt::format("{} files changed", changes.size());
  return fmt::format("{} {}", shown(changes.front().path), verb_of(changes.front().kind));
}

/// The runs of one invocation.
class WatchedTests {
 public:
  WatchedTests(const TestOptions& options, const std::function<ExitCode(const TestOptions&)>& run, Context& context)
      : options_{options}, run_{run}, context_{context} {}

  ExitCode run_until_interrupted() {
    static_cast<void>(input_files(options_.run.files, true));
    const Interruption interruption;
    FileWatch watch{watched_paths(options_)};
    context_.diagnostics << fmt::format("podreel test: watching {}; end with Ctrl-C\n",
                                        counted(watch.num_files(), "file"));
    run_once("all files", options_);
    while (!interruption.is_requested()) {
      const std::vector<FileChange> changes = watch.wait([&] { return interruption.is_requested(); });
      if (!changes.empty()) run_again(changes);
    }
    return code_;
  }

 private:
  void run_again(const std::vector<FileChange>& changes) {
    try {
      TestOptions options = options_;
      options.affected = affected_files(input_files(options_.run.files, true), changes);
      if (!options.affected->empty()) run_once(text_of(changes), options);
    } catch (const BadInput& error) {
      refuse(error);
    }
  }

  void run_once(const std::string& reason, const TestOptions& options) {
    context_.out << fmt::format("--- run {}: {}\n", ++num_runs_, reason);
    try {
      code_ = run_(options);
    } catch (const BadInput& error) {
      refuse(error);
    }
    context_.out.flush();
  }

  void refuse(const BadInput& error) {
    context_.out.flush();
    print(context_.diagnostics, error, "podreel test");
    code_ = ExitCode::bad_input;
  }

  const TestOptions& options_;
  const std::function<ExitCode(const TestOptions&)>& run_;
  Context& context_;
  std::size_t num_runs_ = 0;
  ExitCode code_ = ExitCode::ok;
};

}  // namespace

void check_watch(const TestOptions& options, const Context& context) {
  if (context.rank_group != nullptr) throw BadInput{"--watch: ranks do not share this work; use podreel test"};
  for (const auto& [is_set, name, reason] :
       {std::tuple{options.update, "--update", "goldens would follow every change unseen"},
        std::tuple{options.tap, "--tap", "its output describes one run"},
        std::tuple{!is_table(options.format), "-o", "json and yaml describe one run"},
        std::tuple{!options.junit.empty(), "--junit", "its file describes one run"},
        std::tuple{options.github, "--github", "it annotates one run"},
        std::tuple{!options.changed_since.empty(), "--changed-since", "--watch itself runs what changes"}}) {
    if (is_set) throw BadInput{fmt::format("{} is not available with --watch: {}", name, reason)};
  }
  if (std::ranges::find(options.run.files, "-") == options.run.files.end()) return;
  throw BadInput{"--watch: found -, standard input; accepted: files and folders"};
}

ExitCode watch_tests(const TestOptions& options, const std::function<ExitCode(const TestOptions&)>& run,
                     Context& context) {
  return WatchedTests{options, run, context}.run_until_interrupted();
}

}  // namespace podreel::cli
