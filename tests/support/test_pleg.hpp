// A PLEG that says what a test has it say.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "engine/lifecycle_events.hpp"

namespace podreel::testing {

class TestPleg final : public lifecycle::EventGenerator {
 public:
  void start() override {}
  std::optional<lifecycle::PodLifecycleEvent> next() override {
    if (events.empty()) return std::nullopt;
    lifecycle::PodLifecycleEvent event = events.front();
    events.pop_front();
    return event;
  }
  void on_event(std::function<void()> listener) override { listener_ = std::move(listener); }
  [[nodiscard]] std::optional<std::string> health_problem() const override { return problem; }
  /// Emits the end of a container.
  void emit(std::string id) {
    events.push_back({"u", lifecycle::EventType::container_died, std::move(id)});
    if (events.size() == 1) listener_();
  }

  std::deque<lifecycle::PodLifecycleEvent> events;
  std::optional<std::string> problem;

 private:
  std::function<void()> listener_;
};

}  // namespace podreel::testing
