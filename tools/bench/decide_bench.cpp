// Decisions per second over recorded situations, with and without reasons, and their memory allocations.
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <fstream>
#include <new>

#include "engine/decide/restart_all.hpp"
#include "scenarios/batch/decide_cases.hpp"

namespace {

std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace podreel {

namespace {

constexpr release::Release newest{36, 3};

/// A situation with all inputs of the decision.
struct Prepared {
  batch::DecideCase situation;
  runtime::PodStatus status;
};

bool needs_nothing(const decide::PodActions& actions) {
  decide::PodActions nothing;
  nothing.sandbox_id = actions.sandbox_id;
  nothing.attempt = actions.attempt;
  return actions == nothing;
}

/// Gives every container of the spec the hash 1.
class SameHash final : public decide::Policy {
 public:
  [[nodiscard]] std::uint64_t hash_container(const api::Container& /*container*/) const override { return 1; }
};

class Situations {
 public:
  Situations() {
    std::ifstream in(PODREEL_SOURCE_DIR "/tests/recordings/decide.jsonl");
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
      const nlohmann::json recorded = nlohmann::json::parse(line);
      batch::DecideCase situation = batch::decide_case_from({recorded.at("case"), "case"});
      runtime::PodStatus status = batch::with_hashes(situation.observed, *situation.pod.spec, policy_);
      all_.push_back({std::move(situation), std::move(status)});
    }
  }

  /// Repeatedly decides every situation that `wanted` accepts.
  template <class Wanted>
  void run(benchmark::State& state, bool explain, Wanted wanted) const {
    std::vector<decide::Observed> observed;
    for (const Prepared& prepared : all_) {
      const decide::Observed each = observe(prepared);
      decide::PodActions actions;
      if (!compute_pod_actions_into(actions, each).has_value() && wanted(actions)) observed.push_back(each);
    }
    decide::PodActions actions;
    decide::Reasons reasons;
    for (const decide::Observed& each : observed) (void)compute_pod_actions_into(actions, each);
    const std::size_t allocations_before = allocations;
    for (auto unused : state) {
      for (const decide::Observed& each : observed) {
        reasons.clear();
        benchmark::DoNotOptimize(compute_pod_actions_into(actions, each, explain ? &reasons : nullptr));
      }
    }
    const auto decisions = static_cast<double>(state.iterations()) * static_cast<double>(observed.size());
    state.SetItemsProcessed(static_cast<std::int64_t>(decisions));
    state.counters["situations"] = static_cast<double>(observed.size());
    state.counters["allocations/decision"] = static_cast<double>(allocations - allocations_before) / decisions;
  }

 private:
  [[nodiscard]] decide::Observed observe(const Prepared& prepared) const {
    const bool restart_all = decide::should_all_containers_restart(prepared.situation.pod, prepared.status, behaviour_);
    return {prepared.situation.pod,
            prepared.status,
            prepared.situation.liveness,
            prepared.situation.startup,
            policy_,
            behaviour_,
            restart_all};
  }

  release::Behaviour behaviour_ = release::behaviour_of(newest);
  SameHash policy_;
  std::vector<Prepared> all_;
};

const Situations& situations() {
  static const Situations all;
  return all;
}

void decide_recorded(benchmark::State& state) {
  situations().run(state, false, [](const decide::PodActions&) { return true; });
}
BENCHMARK(decide_recorded);

void decide_and_explain(benchmark::State& state) {
  situations().run(state, true, [](const decide::PodActions&) { return true; });
}
BENCHMARK(decide_and_explain);

void decide_pods_that_need_nothing(benchmark::State& state) {
  situations().run(state, false, needs_nothing);
}
BENCHMARK(decide_pods_that_need_nothing);

}  // namespace

}  // namespace podreel
