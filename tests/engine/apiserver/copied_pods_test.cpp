// Pods of another API server.
#include <doctest/doctest.h>

#include "engine/apiserver/api_server.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

struct Copy {
  sim::Scheduler scheduler{sim::Time{}};
  sim::Process process{scheduler};
  trace::Recorder recorder{scheduler};
  ApiServer server{process, recorder, {release::v(30), {}, "node-1"}};
  std::vector<ApiServer::ChangeKind> changes;

  Copy() {
    server.observe([this](const ApiServer::PodChange& change) { changes.push_back(change.kind); });
  }
  static json pod(const char* uid = "u1", const char* gate = "False") {
    json object = json::parse(R"({"metadata": {"name": "web", "namespace": "default"},
                                  "spec": {"nodeName": "node-1", "readinessGates": [{"conditionType": "lb"}],
                                           "containers": [{"name": "app", "image": "app:1"}]},
                                  "status": {"phase": "Pending"}})");
    object["metadata"]["uid"] = uid;
    object["status"]["conditions"] = json::array({{{"type", "lb"}, {"status", gate}}});
    return object;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Copy, "a copied pod has the UID that it has there, and an echo changes nothing") {
  server.put_copy(pod());
  server.put_copy(pod());
  CHECK(changes == std::vector{ApiServer::ChangeKind::added});
  CHECK(server.find("default/web")->metadata.uid == "u1");
}

TEST_CASE_FIXTURE(Copy, "the status is the kubelet's, but for conditions of readiness gates") {
  server.put_copy(pod());
  api::PodStatus running;
  running.phase = api::PodPhase::running;
  server.patch_pod_status("u1", std::move(running), nullptr);
  server.put_copy(pod("u1", "True"));
  const api::PodPtr web = server.find("default/web");
  CHECK(web->status.phase == api::PodPhase::running);
  CHECK(api::find_condition(web->status, "lb")->status == "True");
}

TEST_CASE_FIXTURE(Copy, "another pod of the name takes the place of the first, and what is gone there goes") {
  server.put_copy(pod());
  server.put_copy(pod("u2"));
  CHECK(server.get_pod("u1") == nullptr);
  server.remove_copy("u1");
  server.remove_copy("u2");
  using enum ApiServer::ChangeKind;
  CHECK(changes == std::vector{added, deleted, added, deleted});
}

}  // namespace podreel::apiserver
