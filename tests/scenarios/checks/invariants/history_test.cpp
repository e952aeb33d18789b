#include "scenarios/checks/invariants/history.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <utility>

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;

constexpr sim::Duration request_timeout = 2min;

sim::Time after(sim::Duration since_start) {
  return sim::Time{} + since_start;
}

/// A container that was created at once, and whose start takes so long.
History history_of_start(sim::Duration took) {
  Circumstances circumstances;
  circumstances.request_timeout = request_timeout;
  History history{std::move(circumstances)};
  history.write({after(9s), "default/web",
                 trace::RuntimeCall{.op = "CreateContainer", .container = "app", .sandbox = "s", .id = "c1"}});
  history.write({after(10s), "default/web",
                 trace::RuntimeCall{.op = "StartContainer", .container = "app", .id = "c1", .dur = took}});
  return history;
}

void stop_kubelet(History& history, sim::Duration when) {
  history.write({after(when), "", trace::KubeletProcess{.what = "stop"}});
}

}  // namespace

TEST_CASE("a kubelet that waits for a response receives it") {
  History history = history_of_start(request_timeout);
  CHECK(history.has_complete_record("default/web", "app"));
  stop_kubelet(history, 10s + request_timeout);
  CHECK(history.has_complete_record("default/web", "app"));
}

TEST_CASE("a kubelet that has timed out receives nothing") {
  CHECK_FALSE(history_of_start(request_timeout + 1s).has_complete_record("default/web", "app"));
}

TEST_CASE("a kubelet that stops while it starts a container does not receive the result") {
  History history = history_of_start(40s);
  stop_kubelet(history, 20s);
  CHECK_FALSE(history.has_complete_record("default/web", "app"));
  CHECK(history.has_complete_record("default/web", "side"));
}

}  // namespace podreel::invariants
