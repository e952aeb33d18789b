// The log of a simulated kubelet, line by line.
#include "tools/cri/kubelet_log/written_log.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <sstream>

namespace podreel::cri {

namespace {

using namespace std::chrono_literals;

constexpr sim::Time log_starts = sim::from_unix_seconds(1'720'353'600);

/// The messages of the records, without klog's header.
std::string messages_of(const char* release, std::initializer_list<trace::Payload> payloads) {
  std::ostringstream out;
  constexpr int everything = 4;
  WrittenLog log{out, release::parse_release(release).value(), everything, Pace{log_starts, 1},
                 [](std::string_view) { return "7"; }};
  std::string messages;
  for (const trace::Payload& payload : payloads) {
    out.str({});
    log.write({log_starts + 1'250'007us, "shop/web", payload});
    const std::string line = out.str();
    CHECK(line.starts_with("I0707 12:00:01.250007       1 kubelet.go:1] "));
    messages += line.substr(line.find("] ") + 2);
  }
  return messages;
}

}  // namespace

TEST_CASE("loop events name their pods as the release does") {
  CHECK(messages_of("1.18", {trace::Loop{"ADD"}, trace::Loop{"PLEG"}, trace::Loop{"PROBE"}}) ==
        "SyncLoop (ADD, \"api\"): \"web_shop(7)\"\n"
        "SyncLoop (PLEG): \"web_shop(7)\", event: &pleg.PodLifecycleEvent{ID:\"7\"}\n"
        "SyncLoop (container unhealthy): \"web_shop(7)\"\n");
  CHECK(messages_of("1.22", {trace::Loop{"ADD"}, trace::Loop{"PLEG"}}) ==
        "\"SyncLoop ADD\" source=\"api\" pods=[shop/web]\n"
        "\"SyncLoop (PLEG): event for pod\" pod=\"shop/web\" event=&{ID:7}\n");
  CHECK(messages_of("1.30", {trace::Loop{"ADD"}, trace::Loop{"PLEG"}, trace::Loop{"PROBE"}}) ==
        "\"SyncLoop ADD\" source=\"api\" pods=[\"shop/web\"]\n"
        "\"SyncLoop (PLEG): event for pod\" pod=\"shop/web\" event={\"ID\":\"7\"}\n"
        "\"SyncLoop (probe)\" probe=\"\" status=\"\" pod=\"shop/web\"\n");
}

TEST_CASE("syncs say whether the pod is terminal where the release does") {
  const trace::Sync enter{.op = "enter"};
  const trace::Sync exit{.op = "exit", .terminal = true};
  CHECK(messages_of("1.30", {enter, exit}) ==
        "\"SyncPod enter\" pod=\"shop/web\" podUID=\"7\"\n"
        "\"SyncPod exit\" pod=\"shop/web\" podUID=\"7\" isTerminal=true\n");
  CHECK(messages_of("1.22", {exit}).find("isTerminal") == std::string::npos);
}

}  // namespace podreel::cri
