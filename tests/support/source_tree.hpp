// The repository's own sources, for tests of their form.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace podreel::testing {

struct SourceFile {
  /// From the repository's root: "engine/api/pod.hpp".
  std::string path;
  std::string text;
  /// `text` with comments, strings and character literals blanked out; line feeds are kept.
  std::string code;
};

/// The .hpp and .cpp files of engine, pleg, runtime_fake, scenarios, tools and tests, sorted by path.
[[nodiscard]] const std::vector<SourceFile>& source_tree();

/// Returns what the file includes between quotes, by its path from the repository's root. Public headers, which are
/// included as they are once they are installed ("podreel/…"), have the path of their folder.
[[nodiscard]] std::vector<std::string> includes_of(const SourceFile& file);

/// The text of a file of any kind, by its path from the repository's root; empty if there is none.
[[nodiscard]] std::string text_of_file(const std::string& path);

/// Blanks out comments, strings and character literals.
[[nodiscard]] std::string code_only(std::string_view text);

/// The line, counted from 1, on which the character at `offset` stands.
[[nodiscard]] std::size_t line_of(std::string_view text, std::size_t offset);

/// Is `path` in one of `folders`, or one of them itself?
[[nodiscard]] bool is_under(std::string_view path, const std::vector<std::string_view>& folders);

/// The folders of the library, which neither prints nor knows the time of day.
[[nodiscard]] const std::vector<std::string_view>& library_folders();

}  // namespace podreel::testing
