// Input of batch verbs: recorded cases, one per line, or pods in a cluster's output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/api/input_file.hpp"
#include "engine/api/input_limits.hpp"
#include "engine/api/pod.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/release/release.hpp"
#include "scenarios/batch/unknown_fields.hpp"
#include "scenarios/jsonl/json_field.hpp"
#include "scenarios/jsonl/json_line.hpp"

namespace podreel::batch {

/// Whether the name is that of a file of JSON Lines: .jsonl, optionally compressed (.gz).
[[nodiscard]] bool is_named_as_lines(const std::string& file);

/// Whether a file is read line by line: its first line that is not blank is a complete JSON object, and is a case or
/// the file's name says that it holds JSON Lines. If the line is not JSON, the name of the file decides. What each line
/// is follows from its content.
[[nodiscard]] bool holds_lines(std::string_view first_line, const std::string& file);

/// Receivers of the parts of a file, in order.
struct FileReaders {
  /// Called with each non-blank line of JSON Lines that is no object of Kubernetes, and its number.
  std::function<void(std::string_view line, int number)> line;
  /// Called with each line that is an object of Kubernetes, and its number; empty: `pod` is called with its pods.
  std::function<void(std::string_view line, int number)> object_line = {};
  /// Called with each pod of the file's documents, and of objects with pods (engine/manifests/workloads.hpp).
  std::function<void(manifests::ManifestPod pod)> pod;
  /// Called at intervals with the number of bytes read; may be empty.
  std::function<void(std::uint64_t bytes)> progress = {};
  /// Receives everything beside the pods.
  manifests::Observer observer = {};
  /// Reading stops after this many problems.
  std::size_t max_problems = api::input_limits.problems;
};

/// Reads a file ("-" is standard input) in parts, within `api::input_limits`. Appends problems; everything before a
/// problem has been passed on by then.
void read_file(const std::string& file, const FileReaders& readers, std::vector<api::Problem>& problems);

/// Reads JSON Lines; `file` is their name in problems. Lines with objects of Kubernetes are read for their pods.
void read_lines(api::InputFile& input, const std::string& file, const FileReaders& readers,
                std::vector<api::Problem>& problems);

/// Returns the pod with the defaults of the API server of `release`.
[[nodiscard]] api::Pod defaulted_pod(nlohmann::json pod, release::Release release);

/// Readers for the cases of one batch verb. `from_line` throws FormatError.
template <class Case>
struct CaseKind {
  Case (*from_line)(const jsonl::JsonField& line);
  Case (*from_pod)(const api::Pod& pod);
};

/// A case and its position.
template <class Case>
struct ReadCase {
  Case situation;
  std::string file;
  int line = 0;
  /// Fields of a line that no release has.
  std::vector<api::Problem> unknown_fields{};
};

/// Passes on the cases of a file as `read_file` does: from its lines, or from its pods with the defaults of `release`.
template <class Case, class Use>
void read_cases(const CaseKind<Case>& kind, const std::string& file, release::Release release,
                const std::function<void(std::uint64_t bytes)>& progress, std::vector<api::Problem>& problems,
                const Use& use) {
  const auto line = [&](std::string_view text, int number) {
    std::vector<api::Problem> unknown;
    std::optional<Case> read = jsonl::read_line(text, file, number, problems, [&](const jsonl::JsonField& field) {
      Case situation = kind.from_line(field);
      unknown = unknown_fields(field, file, number);
      return situation;
    });
    if (read) use(ReadCase<Case>{*std::move(read), file, number, std::move(unknown)});
  };
  const auto pod = [&](manifests::ManifestPod found) {
    use(ReadCase<Case>{kind.from_pod(defaulted_pod(std::move(found.pod), release)), file, found.mark.line});
  };
  read_file(file, {.line = line, .pod = pod, .progress = progress}, problems);
}

}  // namespace podreel::batch
