#include "engine/kubelet/admission/active_requests.hpp"

#include <doctest/doctest.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/invariant.hpp"
#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

namespace {

api::SpecPtr asking_for(const char* cpu) {
  const nlohmann::json container{{"name", "app"}, {"resources", {{"requests", {{"cpu", cpu}, {"gpu", "1"}}}}}};
  const nlohmann::json object{{"metadata", {{"name", "web"}}}, {"spec", {{"containers", {container}}}}};
  return api::pod_from_json(object).spec;
}

struct Node : CountedPods {
  NodeDescription description{.allocatable = api::ResourceList{{"cpu", "4"}, {"gpu", "8"}, {"pods", "10"}}};
  release::Behaviour behaviour = testing::behaviour_of_label("1.35.6");
  decide::PodRequests requests{behaviour};
  std::map<std::string, api::SpecPtr> pods;
  mutable int looks = 0;
  ActiveRequests active{description, requests, *this};

  [[nodiscard]] api::SpecPtr counted_spec(const memory::Text& uid) const override {
    ++looks;
    const auto found = pods.find(std::string{uid});
    return found == pods.end() ? nullptr : found->second;
  }

  void set(const char* uid, const char* cpu) {
    pods[uid] = asking_for(cpu);
    active.invalidate(uid);
  }
};

}  // namespace

TEST_CASE_FIXTURE(Node, "what active pods request is added up, but for the pod that asks") {
  set("a", "1");
  set("b", "500m");
  const NodeUse use = active.without("new");
  CHECK(use.pods == 2);
  // cpu, memory, ephemeral-storage, gpu.
  CHECK(use.requested == std::vector<std::int64_t>{1500, 0, 0, 2});
  CHECK(active.without("a").pods == 1);
  CHECK(active.without("a").requested.front() == 500);
}

TEST_CASE_FIXTURE(Node, "only pods of which there is news are looked at again") {
  set("a", "1");
  set("b", "1");
  static_cast<void>(active.without("new"));
  looks = 0;
  set("b", "2");
  active.invalidate("b");
  CHECK(active.without("new").requested.front() == 3000);
  CHECK(looks == 1);
}

TEST_CASE_FIXTURE(Node, "a pod that has ended counts no more, and again if it comes back") {
  set("a", "1");
  CHECK(active.without("new").pods == 1);
  pods.clear();
  active.invalidate("a");
  CHECK(active.without("new").pods == 0);
  CHECK(active.without("new").requested.front() == 0);
  set("a", "3");
  CHECK(active.without("new").requested.front() == 3000);
}

TEST_CASE("where everything fits, nobody is looked at") {
  const NodeDescription node;
  const release::Behaviour behaviour = testing::behaviour_of_label("1.35.6");
  decide::PodRequests requests{behaviour};
  struct Nobody final : CountedPods {
    [[nodiscard]] api::SpecPtr counted_spec(const memory::Text& /*uid*/) const override {
      FAIL("was looked at");
      return nullptr;
    }
  } nobody;
  ActiveRequests active{node, requests, nobody};
  active.invalidate("a");
  CHECK(active.without("b").pods == 0);
}

TEST_CASE_FIXTURE(Node,
                  "a pod that counts otherwise although no input has changed is found when all are added up anew") {
  set("a", "1");
  CHECK_NOTHROW(active.check("new", {1, {1000, 0, 0, 1}}));
  pods["a"] = asking_for("2");
  CHECK_THROWS_AS(active.check("new", {1, {2000, 0, 0, 1}}), InvariantViolation);
  active.invalidate("a");
  CHECK_NOTHROW(active.check("new", {1, {2000, 0, 0, 1}}));
}

}  // namespace podreel::kubelet
