#include "runtime_fake/scripted_chances.hpp"

#include <algorithm>

#include "engine/timing/table.hpp"

namespace podreel::runtime_fake {

namespace {

constexpr std::int64_t whole = 1000;
/// Number of different durations for each thousandth.
constexpr std::int64_t steps_in_a_share = 1000;
constexpr std::int64_t steps = whole * steps_in_a_share;

/// `part` of `width` equal parts.
sim::Duration part_of(sim::Duration whole_span, std::int64_t part, std::int64_t width) {
  return whole_span / width * part + whole_span % width * part / width;
}

/// Returns how many of `width` equal parts of `whole_span` lie before `span`; within a millisecond for decades.
std::int64_t parts_of(sim::Duration span, sim::Duration whole_span, std::int64_t width) {
  for (; whole_span > sim::Duration::max() / width; whole_span /= 2) span /= 2;
  return span.count() * width / whole_span.count();
}

}  // namespace

ScriptedSpan ScriptedSpan::between(sim::Duration minimum, const std::vector<Quantile>& quantiles,
                                   sim::Duration maximum) {
  ScriptedSpan span;
  span.quantiles_.front() = {0, minimum};
  for (const Quantile& quantile : quantiles) span.quantiles_.at(span.size_++) = quantile;
  span.quantiles_.at(span.size_++) = {whole, maximum};
  return span;
}

sim::Duration ScriptedSpan::draw(timing::Stream& stream) const {
  return draw_beyond(sim::Duration{-1}, stream);
}

sim::Duration ScriptedSpan::draw_beyond(sim::Duration elapsed, timing::Stream& stream) const {
  if (is_fixed()) return quantiles_.front().duration;
  // An ideal run leaves nothing to chance and draws nothing: that is the median.
  const std::int64_t drawn = stream.draw(timing::scripted_span, sim::Duration{steps}).count();
  const std::int64_t before = step_of(elapsed);
  return at_step(before + (steps - before) * ((drawn + steps / 2) % steps) / steps);
}

sim::Duration ScriptedSpan::at_step(std::int64_t step) const {
  const auto high = std::find_if(quantiles_.begin(), quantiles_.begin() + size_,
                                 [step](const Quantile& quantile) { return quantile.share * steps_in_a_share > step; });
  if (high == quantiles_.begin() + size_) return maximum();
  const auto low = high - 1;
  const std::int64_t width = (high->share - low->share) * steps_in_a_share;
  return low->duration + part_of(high->duration - low->duration, step - low->share * steps_in_a_share, width);
}

std::int64_t ScriptedSpan::step_of(sim::Duration duration) const {
  const auto high = std::find_if(quantiles_.begin(), quantiles_.begin() + size_,
                                 [duration](const Quantile& quantile) { return quantile.duration > duration; });
  if (high == quantiles_.begin()) return 0;
  const auto low = high - 1;
  if (high == quantiles_.begin() + size_) return steps;
  const std::int64_t width = (high->share - low->share) * steps_in_a_share;
  return low->share * steps_in_a_share + parts_of(duration - low->duration, high->duration - low->duration, width);
}

bool ScriptedOdds::draw(timing::Stream& stream) const {
  if (is_never()) return false;
  // An ideal run draws nothing: that is the middle.
  const std::int64_t drawn = stream.draw(timing::scripted_failure, sim::Duration{whole}).count();
  return (drawn + whole / 2) % whole < share_;
}

sim::Duration ScriptedChances::draw(const ScriptedSpan& span, std::string_view thing) {
  if (span.is_fixed()) return span.maximum();
  return span.draw(stream_of(spans_, timing::Site::scripted_span, thing));
}

bool ScriptedChances::draw(const ScriptedOdds& odds, std::string_view thing) {
  return !odds.is_never() && odds.draw(stream_of(failures_, timing::Site::scripted_failure, thing));
}

timing::Stream& ScriptedChances::stream_of(Streams& streams, timing::Site site, std::string_view thing) {
  const auto known = streams.find(thing);
  return known != streams.end() ? known->second : streams.emplace(thing, timing_.stream(site, thing)).first->second;
}

}  // namespace podreel::runtime_fake
