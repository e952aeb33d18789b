#include "scenarios/batch/decide_input.hpp"

#include <sstream>

#include "engine/api/defaults.hpp"
#include "engine/api/workloads.hpp"

namespace podreel::batch {

namespace {

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \t\r") == std::string::npos;
}

bool holds_cases(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (is_blank(line)) continue;
    const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    return json.is_object() && json.contains("pod");
  }
  return false;
}

std::vector<DecideCase> read_lines(const std::string& text, const std::string& file,
                                   std::vector<api::Problem>& problems) {
  std::vector<DecideCase> cases;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (is_blank(line)) continue;
    std::optional<DecideCase> situation = read_decide_case(line, file, number, problems);
    if (situation) cases.push_back(*std::move(situation));
  }
  return cases;
}

std::vector<DecideCase> read_documents(const std::string& text, const std::string& file, release::Release release,
                                       std::vector<api::Problem>& problems) {
  std::vector<DecideCase> cases;
  const api::LoadedFile loaded = api::load_documents(text, file);
  problems.insert(problems.end(), loaded.problems.begin(), loaded.problems.end());
  for (const api::Node& document : loaded.documents) {
    const std::size_t problems_before = problems.size();
    std::vector<api::ManifestPod> pods = api::pods_of(document, file, problems);
    if (problems.size() != problems_before) continue;
    for (api::ManifestPod& pod : pods) {
      api::apply_pod_defaults(pod.pod, release);
      cases.push_back(decide_case_of(api::pod_from_json(pod.pod)));
    }
  }
  return cases;
}

}  // namespace

std::vector<DecideCase> read_decide_input(const std::string& text, const std::string& file, release::Release release,
                                          std::vector<api::Problem>& problems) {
  return holds_cases(text) ? read_lines(text, file, problems) : read_documents(text, file, release, problems);
}

}  // namespace podreel::batch
