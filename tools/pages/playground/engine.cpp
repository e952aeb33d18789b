#include "tools/pages/playground/engine.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/printable.hpp"
#include "tools/pages/playground/catalogue_answers.hpp"
#include "tools/pages/playground/play.hpp"

namespace podreel::playground {

namespace {

struct Question {
  std::string_view name;
  std::string (*answer)(const Request&);
};

constexpr std::array questions{
    Question{"about", about}, Question{"list", list},   Question{"source", source}, Question{"check", check},
    Question{"play", play},   Question{"judge", grade}, Question{"solve", solve},
};

std::string refusal(std::string_view why) {
  return api::printable_json(nlohmann::ordered_json{{"error", why}});
}

}  // namespace

std::string answer(std::string_view text) {
  try {
    const Request request{text};
    const std::string requested = request.text("ask");
    const auto known = std::ranges::find(questions, requested, &Question::name);
    if (known != questions.end()) return known->answer(request);
    std::string accepted;
    for (const Question& question : questions)
      accepted += fmt::format("{}{}", accepted.empty() ? "" : ", ", question.name);
    return refusal(fmt::format("ask: found \"{}\"; accepted: {}", requested, accepted));
  } catch (const std::exception& error) {
    // Errors of the simulation, such as a livelock, are reported in the answer.
    return refusal(error.what());
  }
}

}  // namespace podreel::playground
