#include "scenarios/batch/batch_input.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/manifests/workloads.hpp"
#include "engine/types/defaults.hpp"

namespace podreel::batch {

bool holds_cases(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return false;
  const std::string_view line = std::string_view{text}.substr(begin, text.find('\n', begin) - begin);
  const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
  return json.is_object() && !json.contains("kind");
}

void for_each_line(const std::string& text, const std::function<void(std::string_view line, int number)>& use) {
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") != std::string::npos) use(line, number);
  }
}

std::vector<api::Pod> pods_in(const std::string& text, const std::string& file, release::Release release,
                              std::vector<api::Problem>& problems) {
  std::vector<api::Pod> result;
  const api::LoadedFile loaded = api::load_documents(text, file);
  problems.insert(problems.end(), loaded.problems.begin(), loaded.problems.end());
  for (const api::Tree& document : loaded.documents) {
    const std::size_t problems_before = problems.size();
    std::vector<manifests::ManifestPod> pods = manifests::pods_of(document, file, problems);
    if (problems.size() != problems_before) continue;
    for (manifests::ManifestPod& pod : pods) {
      types::apply_pod_defaults(pod.pod, release);
      result.push_back(api::pod_from_json(pod.pod));
    }
  }
  return result;
}

}  // namespace podreel::batch
