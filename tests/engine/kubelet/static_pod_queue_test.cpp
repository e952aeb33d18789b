#include "engine/kubelet/static_pod_queue.hpp"

#include <doctest/doctest.h>

namespace podreel::kubelet {

TEST_CASE("static pods of one name take turns in the order in which they came") {
  StaticPodQueue turns;
  CHECK(turns.holder("default/a").empty());
  CHECK_FALSE(turns.waits("default/a", "never-joined"));
  for (const char* uid : {"1", "2", "3"}) turns.join("default/a", uid);
  turns.join("default/b", "4");
  CHECK(turns.holder("default/a") == "1");
  CHECK_FALSE(turns.waits("default/a", "1"));
  CHECK(turns.waits("default/a", "2"));
  CHECK_FALSE(turns.waits("default/b", "4"));

  turns.leave("default/a", "2");
  turns.leave("default/a", "1");
  CHECK(turns.holder("default/a") == "3");
  turns.leave("default/a", "3");
  turns.leave("default/a", "3");
  CHECK(turns.holder("default/a").empty());
}

}  // namespace podreel::kubelet
