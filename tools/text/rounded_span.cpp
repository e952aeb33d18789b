#include "tools/text/rounded_span.hpp"

#include <chrono>

#include "scenarios/format/shapes/duration.hpp"

namespace podreel::cli {

std::string format_span(sim::Duration duration) {
  using namespace std::chrono_literals;
  if (duration > sim::Duration{} && duration < 5ms) return "under 10ms";
  const sim::Duration unit = duration < 1s     ? sim::Duration{10ms}
                             : duration < 1min ? sim::Duration{100ms}
                             : duration < 1h   ? sim::Duration{1s}
                                               : sim::Duration{1min};
  return format::duration_text((duration + unit / 2) / unit * unit);
}

}  // namespace podreel::cli
