// What a list of choices may decide: the races that a real kubelet leaves open when it is recorded twice, and few of
// them.
#include "support/known_choices.hpp"

#include <doctest/doctest.h>
#include <optional>
#include <set>

#include "engine/timing/site.hpp"

namespace podreel::testing {

namespace {

using timing::Site;

/// A recording is told by its list where the list decides a handful of races; more would be a retelling.
constexpr std::size_t max_choices = 30;

/// What differs between two recordings of one scenario by one kubelet.
const std::set<Site>& open_races() {
  static const std::set<Site> sites{
      // Requests for a mirror pod that is replaced, and the status writer's.
      Site::mirror_requests,
      // Relists: where in a second they come, how long they take, when they look at a pod.
      Site::relist_phase,
      Site::relist_cost,
      Site::relist_inspection,
      Site::pod_relist,
      Site::container_event_latency,
      // Retries come 10 to 15 s after a failed sync, others 60 to 90 s after one that went well.
      Site::worker_jitter,
      Site::worker_wake,
      // The tickers of the loop, and how a kubelet starts.
      Site::ticker_phase,
      Site::start_phase,
      Site::start_up,
      // What a sync takes until it starts something, and the order of its calls and patches.
      Site::pod_setup,
      Site::sync_kill,
      Site::start_latency,
      Site::image_pull,
      Site::hook_end,
      Site::call_return,
      Site::kill_latency,
      Site::termination_end,
      Site::cleanup_latency,
      Site::status_writer_lag,
      Site::terminal_phase_race,
      Site::select,
      // Kills side by side.
      Site::kill_order,
      Site::stop_tie,
      // Probes: their phase after a kubelet's start, and whether a sync or a patch sees their result.
      Site::probe_start_jitter,
      Site::probe_latency,
      Site::probe_race,
      Site::readiness_trigger_race,
      Site::readiness_trigger,
      // Garbage collection and the loop's look at the runtime.
      Site::container_gc_cost,
      Site::runtime_cache_phase,
  };
  return sites;
}

}  // namespace

TEST_CASE("lists of choices decide races that recordings of one kubelet leave open, and few of them") {
  for (const auto& known : read_known_choices(known_choices_file)) {
    CAPTURE(known.first);
    CHECK(known.second.choices.size() <= max_choices);
    for (const sim::Choice& choice : known.second.choices) {
      CAPTURE(choice.site);
      const std::optional<Site> site = timing::find_site(choice.site);
      REQUIRE(site.has_value());
      CHECK(open_races().contains(*site));
      CHECK(choice.value < choice.options);
    }
  }
}

}  // namespace podreel::testing
