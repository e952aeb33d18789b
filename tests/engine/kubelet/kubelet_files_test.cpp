#include "engine/kubelet/kubelet_files.hpp"

#include <doctest/doctest.h>

namespace podreel::kubelet {

TEST_CASE("what a kubelet has left of one pod another one has, too, and nothing of others") {
  KubeletFiles files;
  api::Pod pod;
  pod.metadata.uid = "uid";
  pod.spec = std::make_shared<const api::PodSpec>();
  files.allocated.set(pod);
  files.allocated.decide("uid", "Deferred");
  files.actuated.set("uid", "app", {.cpu_request = 100});
  files.cgroups.set("uid", {.cpu_shares = 7, .cpu_quota = {}, .memory = 9});
  files.logs.write("uid", "app", 3);
  KubeletFiles others;
  add_files("uid", files_of("uid", files), others);
  CHECK(others.allocated.find("uid") == pod.spec.get());
  CHECK(others.allocated.decided("uid") == "Deferred");
  CHECK(others.actuated.of("uid").at("app").cpu_request == 100);
  CHECK(others.cgroups.find("uid")->memory == 9);
  CHECK(others.logs.next_attempt("uid", "app") == 4);

  KubeletFiles nothing;
  add_files("other", files_of("other", files), nothing);
  CHECK_FALSE(nothing.allocated.clear());
  CHECK_FALSE(nothing.actuated.clear());
  CHECK(nothing.allocated.decided("other").empty());
  CHECK_FALSE(nothing.cgroups.find("other"));
  CHECK(nothing.logs.next_attempt("other", "app") == 0);
}

}  // namespace podreel::kubelet
