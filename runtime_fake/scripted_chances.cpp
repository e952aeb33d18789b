#include "runtime_fake/scripted_chances.hpp"

namespace podreel::runtime_fake {

sim::Duration ScriptedChances::draw(const ScriptedSpan& span, std::string_view thing) {
  if (span.is_fixed()) return span.most();
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
