#include "scenarios/public/conversions.hpp"

namespace podreel {

std::string to_string(const Problem& problem) {
  if (!problem.file.empty()) {
    return api::to_string(api::Problem{problem.file, {problem.line, problem.column}, problem.path, problem.message});
  }
  return problem.path.empty() ? problem.message : problem.path + ": " + problem.message;
}

namespace facade {

Problem to_public(const api::Problem& problem) {
  return {problem.file, problem.mark.line, problem.mark.column, problem.path, problem.message};
}

std::vector<Problem> to_public(const std::vector<api::Problem>& problems) {
  std::vector<Problem> converted;
  for (const api::Problem& problem : problems) converted.push_back(to_public(problem));
  return converted;
}

}  // namespace facade

}  // namespace podreel
