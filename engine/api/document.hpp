// Input as a tree that remembers where everything stood: YAML and JSON alike.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace podreel::api {

/// A position in a source file; both count from 1. {0, 0}: unknown.
struct Mark {
  int line = 0;
  int column = 0;
};

/// One value of a document. Scalars are resolved as Kubernetes' YAML does (YAML 1.1 booleans are NOT taken: `yes` is a
/// string, as in sigs.k8s.io/yaml only true/false count); numbers keep their text.
struct Node {
  enum class Kind : std::uint8_t { null, boolean, integer, real, string, list, map };

  Kind kind = Kind::null;
  Mark mark;
  /// The text of a scalar.
  std::string text;
  std::vector<Node> items;
  /// In source order; keys are unique.
  struct Member;
  std::vector<Member> members;

  [[nodiscard]] const Node* find(std::string_view key) const noexcept;
};

struct Node::Member {
  std::string key;
  Mark mark;
  Node value;
};

/// "null", "a boolean", "an integer", "a number", "a string", "a list", "a map": for messages.
[[nodiscard]] std::string_view kind_name(Node::Kind kind) noexcept;

[[nodiscard]] nlohmann::json to_json(const Node& node);

/// One thing wrong with the input.
struct Problem {
  std::string file;
  Mark mark;
  /// "spec.containers[0].image"; empty for the document.
  std::string path;
  /// What was found, what is accepted, the nearest known name: a full sentence fragment without position.
  std::string message;
};

/// "file:line:column: path: message".
[[nodiscard]] std::string to_string(const Problem& problem);

/// The documents of one file, or what is wrong with it.
struct LoadedFile {
  std::vector<Node> documents;
  std::vector<Problem> problems;
};

/// Reads YAML (possibly several documents) or JSON from `text`; `file` is used in messages. Bounded: alias expansion,
/// nesting and size have limits, and exceeding one is a Problem.
[[nodiscard]] LoadedFile load_documents(std::string_view text, const std::string& file);

/// The same from a file; "-" is standard input.
[[nodiscard]] LoadedFile load_file(const std::string& path);

/// The accepted name nearest to `found` (edit distance at most a third of its length), or empty.
[[nodiscard]] std::string_view nearest_name(std::string_view found, const std::vector<std::string_view>& accepted);

}  // namespace podreel::api
