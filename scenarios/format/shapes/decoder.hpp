// Reading a document strictly: where a value stands, and everything that is wrong with it at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::language {

/// A name in a scenario of something that its pods should have.
struct Reference {
  /// `attached_volume`: of a kind that is attached to nodes. `command`: the first word of what a probe or hook runs.
  /// `endpoint`: "http", "tcp" or "grpc", which one asks.
  enum class Kind : std::uint8_t {
    pod,
    container,
    command,
    endpoint,
    image,
    config_map,
    secret,
    volume,
    attached_volume
  };
  Kind kind = Kind::pod;
  /// "namespace/name"; may be a glob, with or without a namespace (runtime_fake/glob.hpp).
  std::string pod;
  /// Of what the pod should have; may be a glob if it is a container's or a volume's.
  std::string name;
  api::Mark mark;
  std::string path;
};

/// The timelines of a scenario's runs have no more steps together, where a step about many pods counts once for each.
inline constexpr std::size_t most_steps = 200'000;

/// What reading one document gathers.
struct Reading {
  std::string file;
  std::vector<api::Problem> problems;
  /// What is not wrong, but is not obeyed either.
  std::vector<api::Problem> warnings = {};
  std::vector<Reference> references = {};
  /// Where feature gates and fields of KubeletConfiguration stand, by their field path: whether a kubelet takes them is
  /// known when its release is.
  std::map<std::string, api::Mark, std::less<>> marks = {};
  /// Files that the document names lie in this folder or below it; empty: in the document's own.
  std::string root = {};
  /// False: no file that the document names is read.
  bool reads_files = true;
  /// Positions (line, column) of values of which the cause of all trouble has been told already.
  std::set<std::pair<int, int>> told = {};
  /// Of all runs, so far.
  std::size_t steps = 0;
};

/// A place in the document being read: knows its field path and where problems go.
class Place {
 public:
  explicit Place(Reading& reading, std::string path = {}) : reading_{&reading}, path_{std::move(path)} {}

  [[nodiscard]] Place member(std::string_view name) const;
  [[nodiscard]] Place item(std::size_t index) const;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] Reading& reading() const noexcept { return *reading_; }

  void problem(api::Mark mark, std::string message) const;
  void warning(api::Mark mark, std::string message) const;

  /// Counts steps of a timeline; false if they are too many, which is told once.
  [[nodiscard]] bool takes_steps(api::Mark mark, std::size_t count) const;

  /// Keeps a name to be checked when all pods of the scenario are known.
  void reference(api::Mark mark, Reference::Kind kind, std::string pod, std::string name = {}) const;

  /// "found the integer 300; accepted: an integer from 0 to 255".
  void mismatch(const api::Tree& found, std::string_view accepted) const;

 private:
  Reading* reading_;
  std::string path_;
};

/// "the integer 300", "the string \"abc\"", "a list": how messages show what was found; long texts are cut.
[[nodiscard]] std::string shown(const api::Tree& node);

/// "; did you mean \"b\"? Accepted: a, b, c", or ", accepted: a, b, c" if no name is near to `found`.
[[nodiscard]] std::string accepted_names(std::string_view found, const std::vector<std::string_view>& accepted);

}  // namespace podreel::language
