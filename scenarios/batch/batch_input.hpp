// What batch verbs read: recorded cases, one a line, or pods as a cluster shows them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/api/pod.hpp"
#include "engine/api/take_word.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/release/release.hpp"
#include "scenarios/batch/json_field.hpp"

namespace podreel::batch {

/// Whether `text` is JSON Lines with cases: the first line that is not blank is a whole object, and none of
/// Kubernetes', which have a `kind` and neither `pod` nor `container`. Where it is no JSON, the name of the file
/// decides.
[[nodiscard]] bool holds_cases(std::string_view text, const std::string& file);

/// What is wrong with a line; the `id` of its object, if it has one, says of which case.
[[nodiscard]] api::Problem problem_of(const FormatError& error, const nlohmann::json& object, const std::string& file,
                                      int line);
[[nodiscard]] api::Problem problem_of(const nlohmann::json::parse_error& error, const std::string& file, int line);

/// Line `line` of `file` as JSON, for `read` to make something of it. Nothing if it is not JSON or `read` threw
/// FormatError: then a problem is appended.
template <class Read>
auto read_line(std::string_view text, const std::string& file, int line, std::vector<api::Problem>& problems,
               const Read& read) -> std::optional<decltype(read(std::declval<JsonField>()))> {
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(text);
    return read(JsonField(json, ""));
  } catch (const FormatError& error) {
    problems.push_back(problem_of(error, json, file, line));
  } catch (const nlohmann::json::parse_error& error) {
    problems.push_back(problem_of(error, file, line));
  }
  return std::nullopt;
}

/// What `read` (line, number) makes of each line of JSON Lines. Problems are appended.
template <class Read>
auto read_lines(std::string_view text, const std::string& file, std::vector<api::Problem>& problems, const Read& read) {
  std::vector<decltype(read(std::declval<JsonField>(), 0))> result;
  api::for_each_line(text, [&](std::string_view line, int number) {
    auto made = read_line(line, file, number, problems, [&](const JsonField& object) { return read(object, number); });
    if (made) result.push_back(*std::move(made));
  });
  return result;
}

/// The pods of the documents in `text`, and of whatever carries pods (engine/manifests/workloads.hpp). Problems are
/// appended; a document with one yields nothing.
[[nodiscard]] std::vector<manifests::ManifestPod> manifest_pods(std::string_view text, const std::string& file,
                                                                std::vector<api::Problem>& problems);

/// With the defaults that the API server of `release` fills in.
[[nodiscard]] api::Pod defaulted_pod(nlohmann::json pod, release::Release release);

/// How the cases of one batch verb are read. `from_line` throws FormatError.
template <class Case>
struct CaseKind {
  Case (*from_line)(const JsonField& line);
  Case (*from_pod)(const api::Pod& pod);
};

/// A case and where it stands.
template <class Case>
struct ReadCase {
  Case situation;
  std::string file;
  int line = 0;
};

/// The cases of `text`: its lines, or its pods, completed with the defaults of `release`. Problems are appended; the
/// cases without one are returned all the same.
template <class Case>
[[nodiscard]] std::vector<ReadCase<Case>> read_cases(const CaseKind<Case>& kind, std::string_view text,
                                                     const std::string& file, release::Release release,
                                                     std::vector<api::Problem>& problems) {
  if (holds_cases(text, file)) {
    return read_lines(text, file, problems, [&](const JsonField& line, int number) {
      return ReadCase<Case>{kind.from_line(line), file, number};
    });
  }
  std::vector<ReadCase<Case>> cases;
  for (manifests::ManifestPod& pod : manifest_pods(text, file, problems)) {
    cases.push_back({kind.from_pod(defaulted_pod(std::move(pod.pod), release)), file, pod.mark.line});
  }
  return cases;
}

}  // namespace podreel::batch
