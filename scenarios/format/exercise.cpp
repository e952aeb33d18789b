#include "scenarios/format/exercise.hpp"

#include <utility>

#include "engine/invariant.hpp"
#include "scenarios/format/format.hpp"

namespace podreel::format {

std::vector<Expectation> load_exercise(const api::LoadedFile& documents, const std::string& file) {
  Reading reading{.file = file, .problems = documents.problems};
  WrittenScenario written;
  const bool is_valid = scenario_shape().read(documents.documents.front(), Place{reading}, written);
  PODREEL_INVARIANT(is_valid, "the scenario of an exercise is valid");
  return std::move(written.spec.exercise);
}

}  // namespace podreel::format
