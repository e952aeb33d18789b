#include "tools/cli/test/changed_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "tools/files/bad_input.hpp"
#include "tools/files/command_output.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/shell_word.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;

/// Returns the output of `git ARGUMENTS` in a folder. Git's messages appear on standard error.
std::string git(const fs::path& folder, const std::string& arguments) {
  CommandOutput command{fmt::format("git -C {} {}", shell_word(folder.string()), arguments)};
  constexpr std::size_t read_size = 4096;
  std::string output;
  while (command.read(output, read_size)) {
  }
  if (command.finish() == 0) return output;
  throw BadInput{
      fmt::format("--changed-since: '{}' failed; accepted: a revision of the Git repository that holds the "
                  "scenarios",
                  command.command())};
}

void add_paths(const fs::path& top, const std::string& listing, std::set<fs::path>& paths) {
  for (std::size_t begin = 0; begin < listing.size();) {
    const std::size_t end = std::min(listing.find('\0', begin), listing.size());
    paths.insert((top / listing.substr(begin, end - begin)).lexically_normal());
    begin = end + 1;
  }
}

/// The changed files of the repositories, each of which is asked once.
class Repositories {
 public:
  explicit Repositories(const std::string& revision) : revision_{revision} {}

  const std::set<fs::path>& changed_around(const fs::path& folder) {
    const auto [top, is_new_folder] = tops_.try_emplace(folder);
    if (is_new_folder) {
      std::string line = git(folder, "rev-parse --show-toplevel");
      if (line.ends_with('\n')) line.pop_back();
      top->second = line;
    }
    const auto [changed, is_new] = changed_.try_emplace(top->second);
    if (is_new) {
      add_paths(top->second, git(top->second, fmt::format("diff --name-only -z {} --", shell_word(revision_))),
                changed->second);
      add_paths(top->second, git(top->second, "ls-files --others --exclude-standard -z"), changed->second);
    }
    return changed->second;
  }

 private:
  const std::string& revision_;
  std::map<fs::path, fs::path> tops_;
  std::map<fs::path, std::set<fs::path>> changed_;
};

/// A scenario, and what it may depend on.
class Dependent {
 public:
  explicit Dependent(const fs::path& path) : path_{path}, folder_{path.parent_path()} {}

  [[nodiscard]] const fs::path& folder() const noexcept { return folder_; }

  /// Returns whether it may depend on another file: one of its folder or below, or one elsewhere whose name its text
  /// contains, which --root allows.
  [[nodiscard]] bool may_need(const fs::path& file) {
    if (file.parent_path() == folder_) return true;
    const std::string name = file.filename().string();
    if (name.ends_with(".golden.jsonl")) return false;
    if (std::ranges::mismatch(folder_, file).in1 == folder_.end()) return true;
    if (!text_) text_ = text_of_file(path_.string());
    return text_->find(name) != std::string::npos;
  }

 private:
  const fs::path& path_;
  fs::path folder_;
  std::optional<std::string> text_;
};

}  // namespace

std::vector<std::string> changed_files(const std::vector<std::string>& files, const std::string& revision) {
  if (revision.empty() || revision.starts_with('-')) {
    throw BadInput{
        fmt::format("--changed-since: found \"{}\"; accepted: a revision, such as origin/main", shown(revision))};
  }
  std::map<std::string, fs::path> paths;
  std::set<fs::path> scenarios;
  for (const std::string& file : files) {
    if (file != "-") scenarios.insert(paths.emplace(file, fs::canonical(file)).first->second);
  }
  Repositories repositories{revision};
  std::vector<std::string> selected;
  for (const std::string& file : files) {
    const auto path = paths.find(file);
    const auto has_changed = [&] {
      Dependent scenario{path->second};
      const std::set<fs::path>& changed = repositories.changed_around(scenario.folder());
      return changed.contains(path->second) || std::ranges::any_of(changed, [&](const fs::path& other) {
               return !scenarios.contains(other) && scenario.may_need(other);
             });
    };
    if (path == paths.end() || has_changed()) selected.push_back(file);
  }
  return selected;
}

}  // namespace podreel::cli
