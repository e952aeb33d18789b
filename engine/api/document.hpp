// Input as a tree with the position of every value: YAML and JSON alike.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace podreel::api {

/// A position in a source file; both count from 1, columns in bytes. {0, 0}: unknown.
struct Mark {
  int line = 0;
  int column = 0;
};

/// One value of a document. Scalars are resolved as kubectl does: an unquoted YAML scalar means what it means in YAML
/// 1.1 (go-yaml v2, sigs.k8s.io/yaml), so yes, no, on, off, y and n are booleans, 0777 is octal, and timestamps are
/// strings. Booleans have the text "true" or "false". Numbers have the text that Go writes into JSON: `0777` is "511",
/// `1.0` is the integer "1", `0.10` is "0.1".
struct Tree {
  enum class Kind : std::uint8_t { null, boolean, integer, real, string, list, map };

  Kind kind = Kind::null;
  Mark mark;
  /// The text of a scalar.
  std::string text;
  std::vector<Tree> items;
  /// In source order; keys are unique.
  struct Member;
  std::vector<Member> members;

  /// Null: it is no map, or has no such member.
  [[nodiscard]] const Tree* find(std::string_view key) const noexcept;
  [[nodiscard]] Tree* find(std::string_view key) noexcept;
};

struct Tree::Member {
  std::string key;
  Mark mark;
  Tree value;
};

/// "null", "a boolean", "an integer", "a number", "a string", "a list", "a map": for messages.
[[nodiscard]] std::string_view kind_name(Tree::Kind kind) noexcept;

[[nodiscard]] nlohmann::json to_json(const Tree& node);

/// A tree without positions.
[[nodiscard]] Tree to_tree(const nlohmann::json& value);

/// One thing wrong with the input.
struct Problem {
  std::string file;
  Mark mark;
  /// "spec.containers[0].image"; empty for the document.
  std::string path;
  /// Problem without its position: what was found, what is accepted, the nearest known name.
  std::string message;
};

/// "file:line:column: path: message".
[[nodiscard]] std::string to_string(const Problem& problem);

/// The documents of one file, or what is wrong with it.
struct LoadedFile {
  std::vector<Tree> documents;
  std::vector<Problem> problems;
};

/// Reads YAML (possibly several documents) or JSON (possibly several values) from `text`; `file` is used in messages.
/// JSON is what has a name in .json, or starts with { or [ and can be read as JSON. Empty documents are left out.
/// Reading stops at the first problem, and then there are no documents. Problems are, besides bad syntax: a duplicate
/// key, a key that is a list, a map or null, an integer beyond 64 bits, invalid UTF-8, control characters, no document
/// at all, and what is beyond `input_limits`.
[[nodiscard]] LoadedFile load_documents(std::string_view text, const std::string& file);

/// Loads a file; "-" is standard input.
[[nodiscard]] LoadedFile load_file(const std::string& path);

/// The accepted name nearest to `found`, or empty: Damerau-Levenshtein distance, letter case aside, of at most a third
/// of its length.
[[nodiscard]] std::string_view nearest_name(std::string_view found, const std::vector<std::string_view>& accepted);

/// `; did you mean "run"?` for the accepted name nearest to `found`, or nothing where none is near.
[[nodiscard]] std::string did_you_mean(std::string_view found, const std::vector<std::string_view>& accepted,
                                       char quote = '"');

}  // namespace podreel::api
