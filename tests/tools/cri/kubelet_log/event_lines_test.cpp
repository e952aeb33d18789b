// Events in the words of kubelets.
#include "tools/cri/kubelet_log/event_lines.hpp"

#include <doctest/doctest.h>

namespace podreel::cri {

namespace {

const std::string old_event =
    R"~(Event(v1.ObjectReference{Kind:"Pod", Namespace:"shop", Name:"web", UID:"7", APIVersion:"v1", )~"
    R"~(ResourceVersion:"", FieldPath:"spec.containers{app}"}): type: 'Normal' reason: 'Pulled' Container 'app')~";

}  // namespace

TEST_CASE("an event in old words is read whole") {
  const LoggedEvent read = event_of(old_event);
  CHECK(read.is_event);
  REQUIRE(read.record);
  CHECK(read.record->pod == "shop/web");
  const auto& event = std::get<trace::Event>(read.record->payload);
  CHECK(event.type == "Normal");
  CHECK(event.reason == "Pulled");
  CHECK(event.message == "Container 'app'");
  CHECK(event.field_path == "spec.containers{app}");
  CHECK(event_message(release::parse_release("1.18").value(), "shop/web", event, "7") == old_event);
}

TEST_CASE("an event without one of its parts is an event that is not understood") {
  for (const char* part : {"Kind:", "Namespace:", "Name:", "FieldPath:", "type: ", "reason: "}) {
    std::string cut = old_event;
    cut.replace(cut.find(part), 2, "__");
    CHECK_MESSAGE(event_of(cut).is_event, cut);
    CHECK_FALSE_MESSAGE(event_of(cut).record, cut);
  }
  CHECK_FALSE(event_of("Starting kubelet").is_event);
}

}  // namespace podreel::cri
