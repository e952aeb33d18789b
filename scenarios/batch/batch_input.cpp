#include "scenarios/batch/batch_input.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "engine/types/defaults.hpp"

namespace podreel::batch {

bool holds_cases(std::string_view text, const std::string& file) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return file.ends_with(".jsonl");
  const nlohmann::json json = nlohmann::json::parse(text.substr(begin, text.find('\n', begin) - begin), nullptr, false);
  if (json.is_discarded()) return file.ends_with(".jsonl");
  return json.is_object() && (!json.contains("kind") || json.contains("pod") || json.contains("container"));
}

api::Problem problem_of(const FormatError& error, const nlohmann::json& object, const std::string& file, int line) {
  const auto id = object.is_object() ? object.find("id") : object.end();
  const bool has_id = id != object.end() && (id->is_string() || id->is_number_integer());
  return {file, {line, 1}, error.path(), error.what() + (has_id ? fmt::format(" (case {})", id->dump()) : "")};
}

api::Problem problem_of(const nlohmann::json::parse_error& error, const std::string& file, int line) {
  const std::string_view message = error.what();
  const std::size_t numbering = message.find("] ");
  const std::string_view said = numbering == std::string_view::npos ? message : message.substr(numbering + 2);
  return {file, {line, static_cast<int>(error.byte)}, "", std::string{said}};
}

std::vector<manifests::ManifestPod> manifest_pods(std::string_view text, const std::string& file,
                                                  std::vector<api::Problem>& problems) {
  std::vector<manifests::ManifestPod> result;
  const api::LoadedFile loaded = api::load_documents(text, file);
  problems.insert(problems.end(), loaded.problems.begin(), loaded.problems.end());
  for (const api::Tree& document : loaded.documents) {
    const std::size_t problems_before = problems.size();
    std::vector<manifests::ManifestPod> pods = manifests::pods_of(document, file, problems);
    if (problems.size() == problems_before) std::ranges::move(pods, std::back_inserter(result));
  }
  return result;
}

api::Pod defaulted_pod(nlohmann::json pod, release::Release release) {
  types::apply_pod_defaults(pod, release);
  return api::pod_from_json(pod);
}

}  // namespace podreel::batch
