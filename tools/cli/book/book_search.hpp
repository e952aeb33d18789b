// The full-text search of the book.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::cli {

/// Returns the text of a page without its markup; what markup separates is separated by spaces.
[[nodiscard]] std::string plain_text(std::string_view html);

/// Returns the words of a text in lower case: letters, digits and the signs "-", "_" and "." between them, of 2 to 40
/// characters with at least one letter.
[[nodiscard]] std::set<std::string> words_of(std::string_view text);

/// The words of pages. book.js reads the script when somebody searches.
class SearchIndex {
 public:
  /// Adds a page by its path in the book.
  void add(std::string_view path, std::string_view text);

  /// Returns a script that hands {"pages": [path, …], "words": {word: [index of a page, …]}} to book.js.
  [[nodiscard]] std::string script() const;

 private:
  std::vector<std::string> pages_;
  std::map<std::string, std::vector<std::size_t>> words_;
};

}  // namespace podreel::cli
