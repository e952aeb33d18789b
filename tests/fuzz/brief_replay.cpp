#include "tests/fuzz/brief_replay.hpp"

#include <exception>
#include <sstream>
#include <utility>
#include <variant>

#include "engine/trace/chrome_trace.hpp"
#include "engine/trace/json_line.hpp"
#include "engine/trace/text_timeline.hpp"
#include "scenarios/simulation/checked_run.hpp"

namespace podreel::fuzz {

namespace {

/// Ends a replay from outside.
struct EnoughReplayed : std::exception {};

template <class Span>
bool is_negative(const std::optional<Span>& span) {
  return span && *span < Span{};
}

struct NegativeSpan {
  bool operator()(const trace::RuntimeCall& call) const {
    return is_negative(call.timeout) || call.dur < sim::Duration{} || is_negative(call.memory);
  }
  bool operator()(const trace::Environment& world) const { return is_negative(world.for_time); }
  bool operator()(const trace::Api& api) const { return is_negative(api.grace); }
  template <class Other>
  bool operator()(const Other& /*other*/) const {
    return false;
  }
};

class Keeper final : public trace::Sink {
 public:
  Keeper(BriefReplay& kept, sim::Time start) : kept_{kept}, start_{start} {}
  void write(const trace::Record& record) override {
    const std::size_t before = kept_.timeline.size();
    trace::append_json_line(kept_.timeline, record, start_);
    kept_.timeline += '\n';
    const bool is_odd = std::visit(NegativeSpan{}, record.payload) || record.time < start_;
    if (is_odd && kept_.negative_span.empty()) kept_.negative_span = kept_.timeline.substr(before);
  }

 private:
  BriefReplay& kept_;
  sim::Time start_;
};

}  // namespace

BriefReplay replay_briefly(const format::Scenario& scenario, std::size_t max_instants,
                           simulation::ReplayOptions options) {
  BriefReplay result;
  const sim::Time start = simulation::start_time(scenario, options);
  std::ostringstream shown;
  trace::TextTimeline text{shown, start, {.colour = false, .details = true}};
  trace::ChromeTrace::Document document{shown};
  trace::ChromeTrace chrome{document, scenario.node.name, 1, start};
  Keeper keeper{result, start};
  for (trace::Sink* sink :
       {static_cast<trace::Sink*>(&text), static_cast<trace::Sink*>(&chrome), static_cast<trace::Sink*>(&keeper)}) {
    options.sinks.push_back(sink);
  }
  options.explain = true;
  options.print_objects = true;
  options.before_advance = [left = max_instants](sim::Duration) mutable {
    if (left-- == 0) throw EnoughReplayed{};
  };
  try {
    const simulation::CheckedRun run = simulation::run_and_check(scenario, std::move(options));
    chrome.finish(start + run.result.length);
    for (const format::Verdict& verdict : run.verdicts) {
      if (!verdict.held) static_cast<void>(format::render_verdict(verdict, scenario, start));
    }
  } catch (const EnoughReplayed&) {
    result.is_cut_off = true;
  }
  return result;
}

}  // namespace podreel::fuzz
