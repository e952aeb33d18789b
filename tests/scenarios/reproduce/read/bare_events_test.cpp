// Messages of events that were pasted without their table.
#include "scenarios/reproduce/read/bare_events.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

TEST_CASE("a message of an event shows its reason, with marks and quotes around it") {
  const std::string message = R"(MountVolume.SetUp failed for volume "data" : no such disk)";
  for (const std::string& line :
       {message, "- " + message, "* " + message, "Message: " + message, "'" + message + "'", "\"" + message + "\""}) {
    const auto event = bare_event(line);
    REQUIRE_MESSAGE(event, line);
    CHECK_MESSAGE(event->message == message, line);
    CHECK_MESSAGE(event->reason == "FailedMount", line);
  }
  CHECK_FALSE(bare_event("\"" + message));
  CHECK_FALSE(bare_event(""));
  CHECK_FALSE(bare_event("no such disk"));
}

}  // namespace podreel::reproduce
