// A cluster of one node that answers requests, without a network.
#pragma once

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "scenarios/format/load.hpp"
#include "tests/support/built_paths.hpp"
#include "tools/serve/handler.hpp"

namespace podreel::serve {

inline constexpr const char* table = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
inline constexpr const char* pods = "/api/v1/namespaces/default/pods";
inline const std::string batch = "/apis/batch/v1/namespaces/default/";
inline constexpr const char* merge_patch = "application/merge-patch+json";
inline constexpr const char* strategic_patch = "application/strategic-merge-patch+json";

/// Containers called "fails" fail after a second, those called "works" succeed after two.
inline const std::string scripted_node = R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: scripted}
spec:
  runtime:
    pods:
      - name: "*"
        containers:
          - {name: fails, runs: [{for: 1s, exitCode: 1, message: "no luck"}]}
          - {name: works, runs: [{for: 2s}]}
  timeline:
    - at: 20h
      createPod:
        apiVersion: v1
        kind: Pod
        metadata: {name: with-both}
        spec: {containers: [{name: fails, image: a}, {name: works, image: a}]}
)";

class Served {
 public:
  Served() : Served{format::load_scenario_file(testing::source_path("scenarios/crash-loop.yaml"))} {}
  /// A scenario's text.
  explicit Served(const std::string& scenario)
      : Served{format::load_scenarios(api::load_documents(scenario, "served.yaml"), "served.yaml")} {}

  Response ask(const std::string& method, const std::string& target, const std::string& body = {},
               const std::string& type = "application/json", const std::string& accept = {}) {
    return answer(session, {method, target, accept, type, body});
  }
  nlohmann::json get(const std::string& target) { return nlohmann::json::parse(ask("GET", target).body); }
  /// Of a request that must be obeyed.
  nlohmann::json done(const std::string& method, const std::string& target, const std::string& body = {},
                      const std::string& type = "application/json") {
    const Response response = ask(method, target, body, type);
    REQUIRE_MESSAGE(response.status < 300, response.body);
    return nlohmann::json::parse(response.body);
  }
  /// "404 NotFound: pods \"nope\" not found".
  std::string refusal(const std::string& method, const std::string& target, const std::string& body = {},
                      const std::string& type = "application/json") {
    const Response response = ask(method, target, body, type);
    const nlohmann::json status = nlohmann::json::parse(response.body);
    REQUIRE(status.at("kind") == "Status");
    CHECK(status.at("code") == response.status);
    return std::to_string(response.status) + ' ' + status.at("reason").get<std::string>() + ": " +
           status.at("message").get<std::string>();
  }
  void advance(const std::string& span) {
    CHECK(ask("POST", "/podreel/v1/clock", R"({"advance":")" + span + "\"}").status == 200);
  }
  /// The last event about an object of that name, as "Reason: message"; empty: there is none.
  std::string last_event(const std::string& name) {
    const nlohmann::json events = get("/api/v1/events?fieldSelector=involvedObject.name%3D" + name).at("items");
    std::string last;
    std::int64_t version = 0;
    for (const nlohmann::json& event : events) {
      const std::int64_t its = std::stoll(event.at("metadata").at("resourceVersion").get<std::string>());
      if (its < version) continue;
      version = its;
      last = event.at("reason").get<std::string>() + ": " + event.at("message").get<std::string>();
    }
    return last;
  }

 private:
  explicit Served(format::Loaded loaded) : loaded_{std::move(loaded)} {}
  format::Loaded loaded_;

 public:
  Session session{loaded_.scenarios.at(0), 0};
};

/// A pod with one container "app".
inline std::string pod(const std::string& name, const std::string& more = {}) {
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name +
         R"("},"spec":{"containers":[{"name":"app","image":"nginx")" + more + "}]}}";
}

/// Of the objects of a list.
inline std::set<std::string> names(const nlohmann::json& list) {
  std::set<std::string> found;
  for (const nlohmann::json& item : list.at("items")) found.insert(item.at("metadata").at("name"));
  return found;
}

}  // namespace podreel::serve
