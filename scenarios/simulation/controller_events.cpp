#include "scenarios/simulation/controller_events.hpp"

#include <optional>
#include <utility>

namespace podreel::simulation {

void write_event(trace::Recorder& recorder, std::string_view component, const std::string& pod, std::string_view type,
                 std::string_view reason, const std::string& message) {
  trace::Event event{std::string{type}, std::string{reason}, message};
  event.component = component;
  recorder.record(pod, std::move(event));
  trace::EventWrite write{"create", std::string{type}, std::string{reason}, message, std::nullopt, 1};
  write.component = component;
  recorder.record(pod, std::move(write));
}

}  // namespace podreel::simulation
