#include "runtime_fake/scripted_span.hpp"

#include <algorithm>

#include "engine/timing/table.hpp"

namespace podreel::runtime_fake {

namespace {

constexpr std::int64_t whole = 1000;
/// So many different durations come out.
constexpr std::int64_t steps_in_a_share = 1000;

}  // namespace

ScriptedSpan ScriptedSpan::between(sim::Duration least, const std::vector<Quantile>& quantiles, sim::Duration most) {
  ScriptedSpan span;
  span.quantiles_.front() = {0, least};
  for (const Quantile& quantile : quantiles) span.quantiles_.at(span.size_++) = quantile;
  span.quantiles_.at(span.size_++) = {whole, most};
  return span;
}

sim::Duration ScriptedSpan::draw(timing::Stream& stream) const {
  if (is_fixed()) return quantiles_.front().duration;
  constexpr std::int64_t steps = whole * steps_in_a_share;
  // An ideal run leaves nothing to chance and draws nothing: that is the median.
  const std::int64_t drawn = stream.draw(timing::scripted_span, sim::Duration{steps}).count();
  const std::int64_t at = (drawn + steps / 2) % steps;
  const auto high = std::find_if(quantiles_.begin(), quantiles_.end(),
                                 [at](const Quantile& quantile) { return quantile.share * steps_in_a_share > at; });
  const auto low = high - 1;
  const std::int64_t width = (high->share - low->share) * steps_in_a_share;
  const std::int64_t part = at - low->share * steps_in_a_share;
  const sim::Duration between = high->duration - low->duration;
  return low->duration + between / width * part + between % width * part / width;
}

sim::Duration ScriptedSpans::draw(const ScriptedSpan& span, std::string_view thing) {
  if (span.is_fixed()) return span.most();
  auto stream = streams_.find(thing);
  if (stream == streams_.end()) {
    stream = streams_.emplace(thing, timing_.stream(timing::Site::scripted_span, thing)).first;
  }
  return span.draw(stream->second);
}

}  // namespace podreel::runtime_fake
