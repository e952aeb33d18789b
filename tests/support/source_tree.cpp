#include "tests/support/source_tree.hpp"

#include <algorithm>
#include <boost/regex.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/built_paths.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream{path}.rdbuf();
  return text.str();
}

/// Takes C++ text apart, just far enough to tell code from what is quoted.
class Blanker {
 public:
  explicit Blanker(std::string_view text) : text_{text}, code_{text} {}

  std::string run() {
    while (at_ < text_.size()) {
      if (looking_at("//")) {
        blank_to(text_.find('\n', at_));
      } else if (looking_at("/*")) {
        blank_past("*/", 2);
      } else if (looking_at("R\"")) {
        const std::size_t bracket = text_.find('(', at_);
        const std::string closing = ')' + std::string{text_.substr(at_ + 2, bracket - at_ - 2)} + '"';
        blank_past(closing, 2);
      } else if (text_[at_] == '"' || is_character_literal()) {
        blank_quoted(text_[at_]);
      } else {
        ++at_;
      }
    }
    return code_;
  }

 private:
  bool looking_at(std::string_view word) const { return text_.substr(at_, word.size()) == word; }

  /// A quote that parts the digits of a number opens nothing.
  bool is_character_literal() const {
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return text_[at_] == '\'' && (at_ == 0 || !is_digit(text_[at_ - 1]));
  }

  void blank_to(std::size_t end) {
    for (end = std::min(end, text_.size()); at_ < end; ++at_) {
      if (text_[at_] != '\n') code_[at_] = ' ';
    }
  }

  void blank_past(std::string_view closing, std::size_t skip) {
    const std::size_t found = text_.find(closing, at_ + skip);
    blank_to(found == std::string_view::npos ? found : found + closing.size());
  }

  void blank_quoted(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    blank_to(end + 1);
  }

  std::string_view text_;
  std::string code_;
  std::size_t at_ = 0;
};

std::vector<SourceFile> read_tree() {
  const fs::path root = source_path();
  std::vector<SourceFile> files;
  for (const char* folder : {"engine", "pleg", "runtime_fake", "scenarios", "tools", "tests"}) {
    if (!fs::exists(root / folder)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator{root / folder}) {
      const fs::path extension = entry.path().extension();
      if (extension != ".hpp" && extension != ".cpp") continue;
      std::string text = content_of(entry.path());
      std::string code = code_only(text);
      files.push_back({fs::relative(entry.path(), root).generic_string(), std::move(text), std::move(code)});
    }
  }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

}  // namespace

std::string text_of_file(const std::string& path) {
  return content_of(source_path() / path);
}

const std::vector<SourceFile>& source_tree() {
  static const std::vector<SourceFile> files = read_tree();
  return files;
}

std::vector<std::string> includes_of(const SourceFile& file) {
  static const boost::regex directive{R"(^\s*#\s*include\s*"([^"]+)\")", boost::regex::perl};
  std::vector<std::string> found;
  for (auto match = boost::sregex_iterator{file.text.begin(), file.text.end(), directive};
       match != boost::sregex_iterator{}; ++match) {
    const std::string included = (*match)[1];
    found.push_back(is_under(included, {"podreel"}) ? "scenarios/public/" + included : included);
  }
  return found;
}

std::string code_only(std::string_view text) {
  return Blanker{text}.run();
}

std::size_t line_of(std::string_view text, std::size_t offset) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, offset), '\n'));
}

bool is_under(std::string_view path, const std::vector<std::string_view>& folders) {
  return std::ranges::any_of(folders, [path](std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
  });
}

const std::vector<std::string_view>& library_folders() {
  static const std::vector<std::string_view> folders{"engine", "pleg", "runtime_fake", "scenarios"};
  return folders;
}

}  // namespace podreel::testing
