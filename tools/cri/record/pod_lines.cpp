#include "tools/cri/record/pod_lines.hpp"

#include <chrono>
#include <nlohmann/json.hpp>

#include "scenarios/format/in_seconds.hpp"

namespace podreel::cri {

namespace {

RecordedLine line_of(sim::Duration at, const nlohmann::ordered_json& record) {
  return {at, record.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)};
}

}  // namespace

RecordedLine pod_line(sim::Duration at, std::string_view pod, const nlohmann::json& object, bool gone) {
  const double seconds = format::in_seconds(std::chrono::floor<std::chrono::microseconds>(at));
  return line_of(at, {{"t", seconds}, {"kind", "pod"}, {"pod", pod}, {"gone", gone}, {"object", object}});
}

RecordedLine start_line(sim::Time began) {
  return line_of(
      {},
      {{"t", 0.0}, {"kind", "recording"}, {"what", "start"}, {"unixNanoseconds", began.time_since_epoch().count()}});
}

}  // namespace podreel::cri
