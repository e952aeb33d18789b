#include "engine/sim/idle.hpp"

#include <algorithm>

#include "engine/invariant.hpp"

namespace podreel::sim {

IdleSource::~IdleSource() {
  for (IdleSleeper* sleeper : sleepers_) {
    std::erase_if(sleeper->inputs_, [this](const IdleSleeper::Input& input) { return input.source == this; });
  }
}

IdleSleeper::~IdleSleeper() {
  for (const Input& input : inputs_) std::erase(input.source->sleepers_, this);
}

void IdleSleeper::depends_on(Inputs inputs) {
  for (IdleSource& input : inputs) declare(input, false);
}

void IdleSleeper::depends_on_own(Inputs outputs) {
  for (IdleSource& output : outputs) declare(output, true);
}

void IdleSleeper::declare(IdleSource& source, bool is_output) {
  PODREEL_INVARIANT(std::ranges::find(inputs_, &source, &Input::source) == inputs_.end(), "an input is declared once");
  inputs_.push_back({&source, is_output});
  source.sleepers_.push_back(this);
}

std::uint64_t IdleSleeper::input_version() const noexcept {
  std::uint64_t sum = 0;
  for (const Input& input : inputs_) {
    if (!input.is_output) sum += input.source->version();
  }
  return sum;
}

std::string IdleSleeper::describe_inputs() const {
  if (inputs_.empty()) return "no input";
  std::string text = "inputs ";
  std::string_view separator;
  for (const Input& input : inputs_) {
    text += separator;
    text += input.source->name();
    separator = ", ";
  }
  return text;
}

void IdleSleeper::fail(std::string_view subject) const {
  std::string text = "idle work \"" + std::string{name_} + "\" did something";
  if (!subject.empty()) text += " to " + std::string{subject};
  text += " although none of its declared inputs has changed: an input is not declared among its " + describe_inputs() +
          " (engine/sim/IDLE.md)";
  throw InvariantViolation{text};
}

}  // namespace podreel::sim
