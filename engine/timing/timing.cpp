#include "engine/timing/timing.hpp"

#include <algorithm>
#include <numeric>

#include "engine/invariant.hpp"

namespace podreel::timing {

std::string_view to_string(Model model) noexcept {
  return model == Model::ideal ? "ideal" : "measured";
}

std::optional<Model> parse_model(std::string_view name) noexcept {
  for (const Model model : {Model::measured, Model::ideal}) {
    if (name == to_string(model)) return model;
  }
  return std::nullopt;
}

sim::Duration Stream::draw(const Spread& spread) {
  PODREEL_INVARIANT(spread.site == site_, "a stream draws for its own site");
  return model_ == Model::ideal ? sim::Duration{} : spread.distribution.draw(choices_);
}

sim::Duration Stream::draw(const Jitter& jitter, sim::Duration whole) {
  PODREEL_INVARIANT(jitter.site == site_, "a stream draws for its own site");
  return model_ == Model::ideal ? sim::Duration{} : choices_.between({}, whole / jitter.divisor);
}

bool Stream::draw(const Odds& odds) {
  PODREEL_INVARIANT(odds.site == site_, "a stream draws for its own site");
  return model_ == Model::ideal ? odds.hits > odds.of - odds.hits : choices_.chance(odds.hits, odds.of);
}

std::size_t Stream::draw(const Race& race, std::size_t first) {
  PODREEL_INVARIANT(race.site == site_, "a stream draws for its own site");
  const auto from = race.weights.begin() + static_cast<std::ptrdiff_t>(first);
  auto winner = model_ == Model::ideal ? std::max_element(from, race.weights.end()) : from;
  if (model_ == Model::measured) {
    std::uint64_t drawn = choices_.index_below(std::accumulate(from, race.weights.end(), std::uint64_t{}));
    while (drawn >= *winner) drawn -= *winner++;
  }
  return static_cast<std::size_t>(winner - race.weights.begin());
}

void Stream::skip(const Spread& spread, std::uint64_t count) {
  PODREEL_INVARIANT(spread.site == site_, "a stream draws for its own site");
  if (model_ == Model::measured) choices_.skip(count);
}

std::size_t Stream::pick(std::size_t count) {
  return model_ == Model::ideal ? 0 : choices_.index_below(count);
}

Stream Timing::stream(Site site, std::string_view key) {
  return {choices_.stream(name_of(site).name, key), site, model_};
}

}  // namespace podreel::timing
