#include "engine/kubelet/static_pod_queue.hpp"

#include <doctest/doctest.h>

namespace podreel::kubelet {

namespace {

bool nobody(const memory::Text& /*uid*/) {
  return false;
}

}  // namespace

TEST_CASE("static pods of one name take turns in the order in which they came") {
  StaticPodQueue turns;
  CHECK(turns.holder("default/a").empty());
  CHECK_FALSE(turns.waits("default/a", "never-joined"));
  for (const char* uid : {"1", "2", "3"}) turns.join("default/a", uid);
  turns.join("default/b", "4");
  CHECK_FALSE(turns.start("default/a", "2", nobody));
  CHECK(turns.start("default/a", "1", nobody));
  CHECK(turns.start("default/b", "4", nobody));
  CHECK(turns.holder("default/a") == "1");
  CHECK_FALSE(turns.waits("default/a", "1"));
  CHECK(turns.waits("default/a", "2"));

  turns.leave("default/a", "1");
  CHECK_FALSE(turns.start("default/a", "3", nobody));
  turns.leave("default/a", "2");
  CHECK(turns.start("default/a", "3", nobody));
  CHECK(turns.start("default/a", "3", nobody));
  turns.leave("default/a", "3");
  turns.leave("default/a", "3");
  CHECK(turns.holder("default/a").empty());
}

TEST_CASE("a name that is free belongs to nobody until the next pod starts") {
  StaticPodQueue turns;
  turns.join("default/a", "1");
  turns.join("default/a", "2");
  REQUIRE(turns.start("default/a", "1", nobody));
  turns.leave("default/a", "1");
  CHECK(turns.holder("default/a").empty());
  CHECK(turns.waits("default/a", "2"));
}

TEST_CASE("a pod that is to end before it has started gives way") {
  StaticPodQueue turns;
  turns.join("default/a", "removed");
  turns.join("default/a", "next");
  CHECK(turns.start("default/a", "next", [](const memory::Text& uid) { return uid == "removed"; }));
  CHECK(turns.holder("default/a") == "next");
  CHECK(turns.waits("default/a", "removed"));
}

}  // namespace podreel::kubelet
