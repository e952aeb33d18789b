// Builds documents from the events of a parser, within limits.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/api/syntax_error.hpp"

namespace podreel::api {

/// Takes values in source order. Throws SyntaxError at a duplicate key and beyond `input_limits`.
class TreeBuilder {
 public:
  /// A list or map follows; its values until `end`.
  void begin(Tree::Kind kind, Mark mark);
  /// Completes the innermost list or map; the caller adds it.
  [[nodiscard]] Tree end();
  void add(Tree value);
  void key(std::string name, Mark mark);
  /// YAML's `<<`: the next value is a map, or a list of maps, whose members become members of the open map. They
  /// replace those before them and give way to those after them, as in go-yaml v2.
  void merge_key(Mark mark);

  /// Inside a map, and its next value has no key yet.
  [[nodiscard]] bool expects_key() const noexcept;
  [[nodiscard]] bool inside() const noexcept { return !open_.empty(); }
  [[nodiscard]] std::string path() const;

  /// Counts values against the limit. `add` does not, so that copies can be counted before they are made.
  void count(std::size_t values, Mark mark);

  /// Hands over the complete documents.
  [[nodiscard]] std::vector<Tree> take();

 private:
  struct Open {
    Tree node;
    std::string key;
    Mark key_mark;
    bool has_key = false;
    bool key_is_merge = false;
    bool has_merged = false;
    /// For each member: it came from a merge.
    std::vector<bool> merged;
  };

  void merge(Open& open, Tree source) const;
  void resolve_duplicates(Open& open) const;

  std::vector<Open> open_;
  std::vector<Tree> documents_;
  std::size_t values_ = 0;
};

/// "a.b[3].c" extended by a key; keys that are not plain words are quoted: `a["x/y"]`.
[[nodiscard]] std::string path_to_key(const std::string& path, std::string_view key);
[[nodiscard]] std::string path_to_item(const std::string& path, std::size_t index);

}  // namespace podreel::api
