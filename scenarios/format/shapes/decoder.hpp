// Reads documents strictly: tracks positions of values, and reports all problems at once.
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

namespace podreel::format {

/// A name of something that the pods of the scenario should have.
struct Reference {
  /// `attached_volume` is of a type that is attached to nodes. `command` is the first word of a probe's or hook's
  /// command. `endpoint` is "http", "tcp" or "grpc".
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
  /// Name of the pod's part; may be a glob for a container or volume.
  std::string name;
  api::Mark mark;
  std::string path;
};

/// Maximum total number of steps of a scenario's runs, where a step for several pods counts once for each pod.
inline constexpr std::size_t max_steps = 200'000;

/// Results of reading one document.
struct Reading {
  std::string file;
  std::vector<api::Problem> problems;
  /// Warnings about valid input without effect.
  std::vector<api::Problem> warnings = {};
  std::vector<Reference> references = {};
  /// Positions of feature gates and fields of KubeletConfiguration, by field path: they are checked when the kubelet's
  /// release is known.
  std::map<std::string, api::Mark, std::less<>> marks = {};
  /// Files that the document names must be in this folder or below it; empty: the document's own folder.
  std::string root = {};
  /// If false, files that the document names are not read.
  bool reads_files = true;
  /// Positions (line, column) of values whose problem was reported already.
  std::set<std::pair<int, int>> reported = {};
  /// Total of all runs so far.
  std::size_t steps = 0;
};

/// A position in the document, with its field path and the target of problems.
class Place {
 public:
  explicit Place(Reading& reading, std::string path = {}) : reading_{&reading}, path_{std::move(path)} {}

  [[nodiscard]] Place member(std::string_view name) const;
  [[nodiscard]] Place item(std::size_t index) const;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] Reading& reading() const noexcept { return *reading_; }

  void problem(api::Mark mark, std::string message) const;
  void warning(api::Mark mark, std::string message) const;

  /// Counts steps of a timeline; returns false, and reports it once, if there are too many.
  [[nodiscard]] bool takes_steps(api::Mark mark, std::size_t count) const;

  /// Records a name, which is checked when all pods of the scenario are known.
  void reference(api::Mark mark, Reference::Kind kind, std::string pod, std::string name = {}) const;

  /// Reports "found the integer 300, accepted: an integer from 0 to 255".
  void mismatch(const api::Tree& found, std::string_view accepted) const;

 private:
  Reading* reading_;
  std::string path_;
};

/// Formats a value for messages: "the integer 300", "the string \"abc\"", "a list"; cuts long texts.
[[nodiscard]] std::string shown(const api::Tree& node);

/// Returns "; did you mean \"b\"? Accepted: a, b, c", or ", accepted: a, b, c" if no name is similar to `found`.
[[nodiscard]] std::string accepted_names(std::string_view found, const std::vector<std::string_view>& accepted);

}  // namespace podreel::format
