// What batch verbs read: recorded cases, one a line, or pods as a cluster shows them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/api/input_file.hpp"
#include "engine/api/pod.hpp"
#include "engine/api/problem_list.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/release/release.hpp"
#include "scenarios/jsonl/json_field.hpp"
#include "scenarios/jsonl/json_line.hpp"

namespace podreel::batch {

/// Whether a file is JSON Lines with cases: its first line that is not blank is a whole object, and none of
/// Kubernetes', which have a `kind`, or `items` if they are lists, and neither `pod` nor `container`. Where it is no
/// JSON, the name of the file decides.
[[nodiscard]] bool holds_cases(std::string_view first_line, const std::string& file);

/// What takes the parts of a file, one after another.
struct FileReaders {
  /// A line of JSON Lines that is not blank, and its number.
  std::function<void(std::string_view line, int number)> line;
  /// A pod of the documents in the file, and of whatever carries pods (engine/manifests/workloads.hpp).
  std::function<void(manifests::ManifestPod pod)> pod;
  /// Told now and then how many bytes have been read; may be empty.
  std::function<void(std::uint64_t bytes)> progress = {};
};

/// Reads a file ("-": standard input), of which no more than a part is held, within `api::input_limits`. Problems are
/// appended; what came before one has been handed over by then.
void read_file(const std::string& file, const FileReaders& readers, std::vector<api::Problem>& problems);

/// The same of JSON Lines; `file` is their name in problems.
void read_lines(api::InputFile& input, const std::string& file, const FileReaders& readers,
                std::vector<api::Problem>& problems);

/// With the defaults that the API server of `release` fills in.
[[nodiscard]] api::Pod defaulted_pod(nlohmann::json pod, release::Release release);

/// How the cases of one batch verb are read. `from_line` throws FormatError.
template <class Case>
struct CaseKind {
  Case (*from_line)(const jsonl::JsonField& line);
  Case (*from_pod)(const api::Pod& pod);
};

/// A case and where it stands.
template <class Case>
struct ReadCase {
  Case situation;
  std::string file;
  int line = 0;
};

/// Hands over the cases of a file as `read_file` does: its lines, or its pods, completed with the defaults of
/// `release`.
template <class Case, class Use>
void read_cases(const CaseKind<Case>& kind, const std::string& file, release::Release release,
                const std::function<void(std::uint64_t bytes)>& progress, std::vector<api::Problem>& problems,
                const Use& use) {
  const auto line = [&](std::string_view text, int number) {
    std::optional<Case> read = jsonl::read_line(text, file, number, problems, kind.from_line);
    if (read) use(ReadCase<Case>{*std::move(read), file, number});
  };
  const auto pod = [&](manifests::ManifestPod found) {
    use(ReadCase<Case>{kind.from_pod(defaulted_pod(std::move(found.pod), release)), file, found.mark.line});
  };
  read_file(file, {line, pod, progress}, problems);
}

}  // namespace podreel::batch
