// A PLEG of either kind on an ideal node, for tests of what it looks at and what it tells.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "engine/kubelet/pod_cache.hpp"
#include "tests/support/listed_runtime.hpp"

namespace podreel::testing {

/// Relists take no time of their own. The pod "u" runs.
template <class Pleg, class Options>
struct IdealPleg {
  static constexpr sim::Time began{std::chrono::seconds{1000}};

  sim::Scheduler scheduler{began};
  sim::Process process{scheduler};
  timing::Timing timing{sim::Choices{1}, timing::Model::ideal};
  trace::Recorder recorder{scheduler};
  ListedRuntime runtime{process};
  kubelet::PodCache cache{process};
  std::unique_ptr<Pleg> pleg;

  IdealPleg() { runtime.set("u", runtime::ContainerState::running); }
  ~IdealPleg() { scheduler.clear(); }
  IdealPleg(const IdealPleg&) = delete;
  IdealPleg& operator=(const IdealPleg&) = delete;

  void start(Options options = {}) {
    pleg = std::make_unique<Pleg>(process, runtime, runtime, cache, timing, recorder, options);
    pleg->start();
  }
  void at(sim::Duration since_began) { scheduler.run_until(began + since_began); }
  /// What came since the last call.
  std::vector<std::string> events() {
    std::vector<std::string> reported;
    while (const auto event = pleg->next()) {
      reported.push_back(std::string{to_string(event->type)} + " " + std::string{event->id});
    }
    return reported;
  }
};

}  // namespace podreel::testing
