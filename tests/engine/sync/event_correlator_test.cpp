#include "engine/sync/event_correlator.hpp"

#include <doctest/doctest.h>

#include "engine/sim/scheduler.hpp"

namespace podreel::sync {

using namespace std::chrono_literals;

namespace {

struct Client {
  sim::Scheduler scheduler{sim::from_unix_seconds(1000)};
  sim::Process process{scheduler};
  timing::Timing timing{sim::Choices{1}};
  SpamFilter filter = SpamFilter::by_object;
  EventCorrelator correlator{process, timing, filter};

  std::optional<CorrelatedEvent> report(std::string message, std::string object = "default/web/uid",
                                        std::string type = "Warning") {
    return correlator.correlate(
        {std::move(object), "spec.containers{app}", std::move(type), "BackOff", std::move(message)});
  }
  void pass(sim::Duration duration) { scheduler.run_until(scheduler.now() + duration); }
};

}  // namespace

TEST_CASE("the same event again is a patch with a higher count") {
  Client client;
  const auto first = client.report("again");
  const auto second = client.report("again");
  REQUIRE(first);
  REQUIRE(second);
  CHECK_FALSE(first->is_patch);
  CHECK(second->is_patch);
  CHECK(second->count == 2);
}

TEST_CASE("25 writes of a pod pass at once, then one in 300 s; the dropped ones are counted") {
  Client client;
  int written = 0;
  for (int event = 0; event < 30; ++event) written += client.report("again") ? 1 : 0;
  CHECK(written == 25);
  client.pass(299s);
  CHECK_FALSE(client.report("again"));
  client.pass(1s);
  const auto late = client.report("again");
  REQUIRE(late);
  CHECK(late->count == 32);
  CHECK(client.report("again", "default/other/uid"));
}

TEST_CASE(
    "warnings that use up the writes of a pod leave none for its normal events, or all, by the release's filter") {
  for (const SpamFilter filter : {SpamFilter::by_object, SpamFilter::by_object_and_type}) {
    Client client{.filter = filter};
    for (int event = 0; event < 30; ++event) static_cast<void>(client.report("again"));
    int written = 0;
    for (int event = 0; event < 30; ++event) written += client.report("again", "default/web/uid", "Normal") ? 1 : 0;
    CHECK(written == (filter == SpamFilter::by_object ? 0 : 25));
    CHECK_FALSE(client.report("again"));
  }
}

TEST_CASE("what was dropped when it was new is created later, with its count") {
  Client client;
  for (int event = 0; event < 25; ++event) CHECK(client.report("again"));
  CHECK_FALSE(client.report("new"));
  client.pass(300s);
  const auto late = client.report("new");
  REQUIRE(late);
  CHECK_FALSE(late->is_patch);
  CHECK(late->count == 2);
}

TEST_CASE("the tenth different message of one reason within 10 minutes is combined") {
  Client client;
  for (int event = 0; event < 9; ++event) CHECK(client.report(std::to_string(event))->event.message.size() == 1);
  CHECK(client.report("9")->event.message == "(combined from similar events): 9");
  const auto next = client.report("10");
  REQUIRE(next);
  CHECK(next->event.message == "(combined from similar events): 10");
  CHECK(next->is_patch);
  CHECK(next->count == 2);
}

TEST_CASE("messages are combined as long as no more than 10 minutes pass between two of them") {
  Client client;
  for (int event = 0; event < 9; ++event) {
    static_cast<void>(client.report(std::to_string(event)));
    client.pass(600s);
  }
  CHECK(client.report("9")->event.message == "(combined from similar events): 9");
}

TEST_CASE("after 10 quiet minutes messages are told one by one again") {
  Client client;
  for (int event = 0; event < 10; ++event) static_cast<void>(client.report(std::to_string(event)));
  client.pass(601s);
  CHECK(client.report("fresh")->event.message == "fresh");
}

TEST_CASE("without the spam filter all is written") {
  Client client{.filter = SpamFilter::none};
  for (int number = 0; number < 100; ++number) CHECK(client.report("again").has_value());
}

}  // namespace podreel::sync
