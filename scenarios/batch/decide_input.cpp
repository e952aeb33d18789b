#include "scenarios/batch/decide_input.hpp"

#include "scenarios/batch/batch_input.hpp"

namespace podreel::batch {

std::vector<DecideCase> read_decide_input(const std::string& text, const std::string& file, release::Release release,
                                          std::vector<api::Problem>& problems) {
  return read_cases(text, file, release, problems, read_decide_case, decide_case_of);
}

}  // namespace podreel::batch
