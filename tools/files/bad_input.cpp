#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace {

std::string lines(const std::vector<api::Problem>& problems) {
  std::string text;
  for (const api::Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += api::to_string(problem);
  }
  return text;
}

}  // namespace

BadInput::BadInput(const std::vector<api::Problem>& problems)
    : std::runtime_error{lines(problems)}, has_positions_{true} {}

}  // namespace podreel::cli
