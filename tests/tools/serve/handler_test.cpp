// Requests and answers of `podreel serve`, without a network.
#include "tools/serve/handler.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/support/served_cluster.hpp"
#include "tools/serve/simulation_api.hpp"
#include "tools/serve/stream.hpp"
#include "tools/serve/watch_stream.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("discovery says what is served") {
  Served served;
  CHECK(served.get("/version").at("gitVersion") == "v1.30.14");
  CHECK(served.get("/version").at("minor") == "30");
  CHECK(served.get("/api").at("versions") == json{"v1"});
  std::set<std::string> groups;
  const json described = served.get("/apis");
  for (const json& group : described.at("groups")) groups.insert(group.at("name"));
  CHECK(groups == std::set<std::string>{"apps", "authentication.k8s.io", "authorization.k8s.io", "batch",
                                        "coordination.k8s.io", "discovery.k8s.io", "policy"});
  std::set<std::string> names;
  const json core = served.get("/api/v1");
  for (const json& resource : core.at("resources")) names.insert(resource.at("name"));
  CHECK(names.contains("pods/eviction"));
  CHECK(names.contains("configmaps"));
  CHECK(served.get("/apis/apps/v1").at("groupVersion") == "apps/v1");
  CHECK(served.get("/apis/policy").at("versions").size() == 1);
  CHECK(served.ask("GET", "/apis/apps/v2").status == 404);
  CHECK(served.ask("GET", "/readyz").body == "ok");
}

TEST_CASE("pods are listed, as objects and as tables, while the scenario goes on") {
  Served served;
  served.advance("12s");
  const json list = served.get(pods);
  CHECK(list.at("kind") == "PodList");
  CHECK(list.at("items").at(0).at("status").at("containerStatuses").at(0).at("restartCount") == 1);
  const json shown = json::parse(served.ask("GET", pods, {}, {}, table).body);
  CHECK(shown.at("rows").at(0).at("cells").at(1) == "0/1");
  CHECK(shown.at("rows").at(0).at("cells").at(2) == "Error");
  CHECK(shown.at("rows").at(0).at("cells").at(4) == "12s");
  CHECK(served.get("/api/v1/events?fieldSelector=involvedObject.name%3Dweb").at("items").size() == 4);
  CHECK(served.get("/api/v1/events?fieldSelector=involvedObject.name%3Dnope").at("items").empty());
  CHECK(served.get("/api/v1/nodes").at("items").size() == 1);
}

TEST_CASE("selectors take labels and fields") {
  Served served;
  CHECK(served.ask("POST", pods, pod("other")).status == 201);
  const auto count = [&served](const std::string& query) {
    return served.get(std::string{pods} + query).at("items").size();
  };
  CHECK(served
            .ask("PATCH", std::string{pods} + "/other", R"({"metadata":{"labels":{"a":"b"}}})",
                 "application/merge-patch+json")
            .status == 200);
  CHECK(count("?labelSelector=a%3Db") == 1);
  CHECK(count("?labelSelector=a") == 1);
  CHECK(count("?labelSelector=!a") == 1);
  CHECK(count("?labelSelector=a+in+(b,c)") == 1);
  CHECK(count("?labelSelector=a+notin+(b)") == 1);
  CHECK(count("?labelSelector=a!%3Db") == 1);
  CHECK(count("?fieldSelector=metadata.name%3Dweb") == 1);
  CHECK(count("?fieldSelector=spec.nodeName%3Dnode-1") == 1);
  served.advance("1s");
  CHECK(count("?fieldSelector=spec.nodeName%3Dnode-1") == 2);
  CHECK(count("?fieldSelector=spec.hostNetwork%3Dfalse") == 2);
  CHECK(served.refusal("GET", std::string{pods} + "?fieldSelector=spec.no%3D1") ==
        "400 BadRequest: field label not supported: spec.no");
  CHECK(served.refusal("GET", std::string{pods} + "?labelSelector=a+b").starts_with("400 BadRequest: unable to parse"));
  CHECK(served.refusal("GET", std::string{pods} + "?fieldSelector=a").starts_with("400 BadRequest: invalid field sel"));
}

TEST_CASE("a pod is created, runs, is changed and deleted") {
  Served served;
  const std::string path = std::string{pods} + "/new";
  CHECK(served.ask("POST", std::string{pods} + "?dryRun=All", pod("new")).status == 201);
  CHECK(served.ask("GET", path).status == 404);
  CHECK(served.ask("POST", pods, pod("new")).status == 201);
  CHECK(served.refusal("POST", pods, pod("new")) == "409 AlreadyExists: pods \"new\" already exists");
  served.advance("5s");
  CHECK(served.get(path).at("status").at("phase") == "Running");
  CHECK(served
            .ask("PATCH", path, R"({"spec":{"containers":[{"name":"app","image":"nginx:2"}]}})",
                 "application/strategic-merge-patch+json")
            .status == 200);
  CHECK(served.get(path).at("spec").at("containers").at(0).at("image") == "nginx:2");
  CHECK(served
            .ask("PATCH", path, R"([{"op":"add","path":"/metadata/labels","value":{"x":"y"}}])",
                 "application/json-patch+json")
            .status == 200);
  CHECK(served.get(path).at("metadata").at("labels").at("x") == "y");
  CHECK(served.ask("DELETE", path, R"({"gracePeriodSeconds":10})").status == 200);
  CHECK(served.get(path).at("metadata").at("deletionGracePeriodSeconds") == 10);
  served.advance("15s");
  CHECK(served.refusal("GET", path) == "404 NotFound: pods \"new\" not found");
}

TEST_CASE("a grace period beyond the clock is a long one") {
  Served served;
  const std::string path = std::string{pods} + "/web";
  CHECK(served.ask("DELETE", path + "?gracePeriodSeconds=9223372036854775807").status == 200);
  CHECK(served.get(path).at("metadata").at("deletionGracePeriodSeconds") > 1'000'000'000);
  served.advance("1s");
  CHECK(served.ask("DELETE", path, R"({"gracePeriodSeconds":-9223372036854775808})").status == 200);
  CHECK(served.ask("GET", path).status == 404);
}

TEST_CASE("an eviction deletes, and generated names are new ones") {
  Served served;
  const std::string generated =
      R"({"metadata":{"generateName":"web-"},"spec":{"containers":[{"name":"a","image":"b"}]}})";
  const std::string first = json::parse(served.ask("POST", pods, generated).body).at("metadata").at("name");
  const std::string second = json::parse(served.ask("POST", pods, generated).body).at("metadata").at("name");
  CHECK(first != second);
  CHECK(served.ask("POST", std::string{pods} + "/web/eviction", R"({"metadata":{"name":"web"}})").status == 201);
  CHECK(served.get(std::string{pods} + "/web").at("metadata").contains("deletionTimestamp"));
}

TEST_CASE("what API servers refuse is refused in their words") {
  Served served;
  const std::string web = std::string{pods} + "/web";
  CHECK(served.refusal("GET", "/nowhere") == "404 NotFound: the server could not find the requested resource");
  CHECK(served.refusal("GET", "/api/v1/deployments").starts_with("404 NotFound"));
  CHECK(served.refusal("POST", web).starts_with("405 MethodNotAllowed"));
  CHECK(served.refusal("DELETE", "/api/v1/nodes/node-1").starts_with("405 MethodNotAllowed"));
  CHECK(served.refusal("POST", "/version").starts_with("405 MethodNotAllowed"));
  CHECK(served.refusal("POST", pods, "{").starts_with("400 BadRequest"));
  CHECK(served.refusal("POST", pods, pod("x", R"(,"comand":[])")) ==
        "400 BadRequest: Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: unknown field "
        "\"spec.containers[0].comand\"");
  CHECK(served.ask("POST", std::string{pods} + "?fieldValidation=Warn", pod("x", R"(,"comand":[])")).status == 201);
  CHECK(served.refusal("POST", "/api/v1/namespaces/no/pods", pod("x")) == "404 NotFound: namespaces \"no\" not found");
  CHECK(served.refusal("POST", pods, pod("y"), "application/xml") ==
        "415 UnsupportedMediaType: the body of the request was in an unknown format - accepted media types include: "
        "application/json, application/vnd.kubernetes.protobuf");
  CHECK(served.refusal("PATCH", web, "{}", "application/xml").starts_with("415 UnsupportedMediaType"));
  CHECK(served.refusal("PATCH", web, R"({"metadata":{"resourceVersion":"1"}})", "application/merge-patch+json")
            .starts_with("409 Conflict: Operation cannot be fulfilled on pods \"web\": the object has been modified"));
  CHECK(served.refusal("PATCH", web, R"({"spec":{"restartPolicy":"Never"}})", "application/merge-patch+json")
            .starts_with("422 Invalid: Pod \"web\" is invalid: spec: Forbidden: pod updates may not change fields"));
  CHECK(served.refusal("DELETE", web, R"({"preconditions":{"uid":"other"}})").starts_with("409 Conflict"));
  CHECK(served.refusal("DELETE", web, R"({"preconditions":7,"dryRun":7})").starts_with("400 BadRequest"));
  CHECK(served.refusal("POST", pods, std::string(max_body_bytes + 1, ' ')).starts_with("413 RequestEntityTooLarge"));
  CHECK(served.refusal("GET", "/api/v1/%zz").starts_with("400 BadRequest"));
  CHECK(served.refusal("GET", "/api/v1/../pods").starts_with("400 BadRequest"));
}

TEST_CASE("an object is deleted only if it is the one that the client means, in the version that it has seen") {
  for (const std::string& list : {std::string{pods}, std::string{"/api/v1/namespaces/default/configmaps"},
                                  std::string{"/apis/apps/v1/namespaces/default/deployments"}}) {
    Served served;
    json object{{"metadata", {{"name", "o"}}}};
    if (list == pods) object = json::parse(pod("o"));
    if (list.ends_with("deployments")) {
      object["spec"] = {
          {"selector", {{"matchLabels", {{"a", "b"}}}}},
          {"template", {{"metadata", {{"labels", {{"a", "b"}}}}}, {"spec", json::parse(pod("o"))["spec"]}}}};
    }
    const json created = served.done("POST", list, object.dump());
    const std::string target = list + "/o";
    const std::string seen = created["metadata"]["resourceVersion"];
    const json changed = served.done("PATCH", target, R"({"metadata":{"labels":{"c":"d"}}})", merge_patch);
    const auto delete_if = [&](const json& preconditions) {
      return served.ask("DELETE", target + "?gracePeriodSeconds=0", json{{"preconditions", preconditions}}.dump())
          .status;
    };
    CHECK(delete_if({{"resourceVersion", seen}}) == 409);
    CHECK(delete_if({{"uid", "another"}}) == 409);
    CHECK(delete_if({{"uid", changed["metadata"]["uid"]}, {"resourceVersion", seen}}) == 409);
    CHECK(served.ask("GET", target).status == 200);
    if (list == pods) {
      const json eviction{{"metadata", {{"name", "o"}}},
                          {"deleteOptions", {{"preconditions", {{"resourceVersion", seen}}}}}};
      CHECK(served.ask("POST", target + "/eviction", eviction.dump()).status == 409);
      CHECK(served.ask("GET", target).status == 200);
    }
    CHECK(delete_if({{"uid", changed["metadata"]["uid"]},
                     {"resourceVersion", changed["metadata"]["resourceVersion"]}}) == 200);
  }
}

TEST_CASE("a watch sends the current state, and then changes") {
  Served served;
  const Response response = served.ask("GET", "/api/v1/pods?watch=true&allowWatchBookmarks=true&timeoutSeconds=5");
  REQUIRE(response.watch);
  CHECK(response.watch->timeout_seconds == 5);
  WatchStream stream{served.session.simulation, *response.watch};
  CHECK(json::parse(stream.news()).at("type") == "ADDED");
  CHECK(stream.news().empty());
  CHECK(served.ask("DELETE", std::string{pods} + "/web?gracePeriodSeconds=0").status == 200);
  CHECK(json::parse(stream.news()).at("type") == "DELETED");
  const json bookmark = json::parse(stream.farewell());
  CHECK(bookmark.at("type") == "BOOKMARK");
  CHECK(bookmark.at("object").at("kind") == "Pod");
  CHECK(stream.has_ended());
}

TEST_CASE("a watch goes on from a version, and what ceases to be selected is gone") {
  Served served;
  const std::string version = served.get("/api/v1/pods").at("metadata").at("resourceVersion");
  const Response response =
      served.ask("GET", "/api/v1/pods?watch=1&fieldSelector=status.phase%3DPending&resourceVersion=" + version);
  WatchStream stream{served.session.simulation, *response.watch};
  CHECK(stream.news().empty());
  served.advance("3s");
  const std::string news = stream.news();
  CHECK(lines_of(news) >= 1);
  CHECK(news.find(R"("type":"DELETED")") != std::string::npos);
}

TEST_CASE("a version that is not known any more has expired") {
  Served served;
  served.advance("24h");
  REQUIRE(served.session.simulation.objects().version() > 0);
  for (int turn = 0; turn < 6'000; ++turn) {
    const std::string name = "p" + std::to_string(turn);
    REQUIRE(served.ask("POST", pods, pod(name)).status == 201);
    REQUIRE(served.ask("DELETE", std::string{pods} + '/' + name + "?gracePeriodSeconds=0").status == 200);
  }
  const Response response = served.ask("GET", "/api/v1/pods?watch=1&resourceVersion=2");
  WatchStream stream{served.session.simulation, *response.watch};
  const json error = json::parse(stream.news());
  CHECK(error.at("type") == "ERROR");
  CHECK(error.at("object").at("code") == 410);
  CHECK(error.at("object").at("reason") == "Expired");
  CHECK(stream.has_ended());
}

TEST_CASE("steps of a scenario can be asked for, and are refused as in files") {
  Served served;
  served.advance("12s");
  const auto step = [&served](const std::string& body) { return served.ask("POST", "/podreel/v1/steps", body); };
  CHECK(served.refusal("POST", "/podreel/v1/steps", R"({"startKubelet":{}})").starts_with("400 BadRequest"));
  CHECK(step(R"({"stopKubelet":{}})").status == 200);
  CHECK(served.get("/api/v1/nodes/node-1").at("status").at("conditions").at(0).at("status") == "Unknown");
  CHECK(step(R"({"startKubelet":{"version":"1.31"}})").status == 200);
  CHECK(served.get("/api/v1/nodes/node-1")
            .at("status")
            .at("nodeInfo")
            .at("kubeletVersion")
            .get<std::string>()
            .starts_with("v1.31"));
  CHECK(served.refusal("POST", "/podreel/v1/steps", R"({"stopKublet":{}})").find("stopKubelet") != std::string::npos);
  CHECK(step(R"({"createPod":{"file":"/etc/hostname"}})").body.find("files are not read here") != std::string::npos);
  CHECK(served.refusal("POST", "/podreel/v1/steps", R"({"exitContainer":{"pod":"no","container":"a"}})")
            .starts_with("4"));
  CHECK(served.refusal("POST", "/podreel/v1/steps", R"([])").starts_with("400 BadRequest"));
}

TEST_CASE("the description lists the routes, and each answers") {
  Served served;
  const json described = served.get("/podreel/v1/openapi.json");
  CHECK(described == simulation_api_description());
  for (const auto& [path, methods] : described.at("paths").items()) {
    CHECK(served.ask("DELETE", path).status == 405);
    if (methods.contains("get")) CHECK(served.ask("GET", path).status == 200);
  }
  CHECK(served.ask("GET", "/podreel/v1/nothing").status == 404);
  CHECK(served.refusal("POST", "/podreel/v1/clock", R"({"advance":"1y"})").starts_with("400 BadRequest: advance"));
  CHECK(served.refusal("POST", "/podreel/v1/clock", R"({"speed":"-1x"})").starts_with("400 BadRequest: speed"));
  CHECK(served.refusal("GET", "/podreel/v1/records?from=x").starts_with("400 BadRequest: from"));
}

TEST_CASE("the same requests at the same instants give the same records") {
  const auto records = [] {
    Served served;
    served.advance("3s");
    CHECK(served.ask("POST", pods, pod("new")).status == 201);
    served.advance("1m");
    return served.ask("GET", "/podreel/v1/records").body;
  };
  CHECK(records() == records());
}

TEST_CASE("the simulation keeps pace with a clock") {
  Served served;
  Session& session = served.session;
  const auto at = [](int seconds) { return [seconds] { return WallTime{std::chrono::seconds{seconds}}; }; };
  session.pace.set_speed(60, session.simulation.elapsed(), std::chrono::seconds{100});
  session.catch_up(at(101));
  CHECK(session.simulation.elapsed() == std::chrono::seconds{60});
  session.catch_up(at(101));
  CHECK(session.simulation.elapsed() == std::chrono::seconds{60});
  session.pace.set_speed(0, session.simulation.elapsed(), std::chrono::seconds{102});
  session.catch_up(at(900));
  CHECK(session.simulation.elapsed() == std::chrono::seconds{60});
  CHECK(speed_of("60x") == 60);
  CHECK(speed_of("paused") == 0);
  CHECK(!speed_of("nan"));
  CHECK(!speed_of("1e9"));
}

TEST_CASE("the simulation falls behind where the machine is slow") {
  Served served;
  Session& session = served.session;
  session.pace.set_speed(60, {}, {});
  WallTime now{};
  const auto slow = [&now] { return now += std::chrono::milliseconds{40}; };
  session.catch_up(slow);
  CHECK(session.simulation.elapsed() == std::chrono::milliseconds{300});
  now += std::chrono::milliseconds{1};
  session.catch_up([&now] { return now; });
  CHECK(session.simulation.elapsed() == std::chrono::milliseconds{360});
}

TEST_CASE("only who means this server is answered") {
  CHECK(is_addressed("127.0.0.1:80", "", false));
  CHECK(is_addressed("localhost:80", "http://localhost:80", false));
  CHECK(is_addressed("[::1]:80", "", false));
  CHECK(!is_addressed("evil.example:80", "", false));
  CHECK(!is_addressed("", "", false));
  CHECK(!is_addressed("127.0.0.1:80", "http://evil.example", false));
  CHECK(is_addressed("node.example:80", "", true));
  CHECK(!is_addressed("node.example:80", "null", true));
}

TEST_CASE("after a reset to an earlier time, no version means what it meant before") {
  Served served;
  const std::string maps = "/api/v1/namespaces/default/configmaps";
  served.done("POST", maps, R"({"metadata":{"name":"kept"}})");
  served.advance("5s");
  const std::string in_time = served.get(maps)["metadata"]["resourceVersion"];
  for (const char* name : {"a", "b", "c"}) {
    served.done("POST", maps, R"({"metadata":{"name":")" + std::string{name} + "\"}}");
    served.advance("1s");
  }
  const std::string last = served.get(maps)["metadata"]["resourceVersion"];
  const auto watch_from = [&](const std::string& version) {
    WatchStream stream{served.session.simulation,
                       *served.ask("GET", maps + "?watch=1&resourceVersion=" + version).watch};
    return stream.news();
  };
  for (int reset = 0; reset < 2; ++reset) {
    served.done("POST", "/podreel/v1/seek", R"({"to":"4s"})");
    for (const std::string& seen : {in_time, last}) {
      CHECK(json::parse(watch_from(seen)).at("object").at("code") == 410);
    }
    const std::string now = served.get(maps)["metadata"]["resourceVersion"];
    CHECK(std::stoull(now) > std::stoull(last));
    CHECK(watch_from(now).empty());
    served.advance("1s");
    json kept = served.get(maps + "/kept");
    kept["data"] = {{"n", std::to_string(reset)}};
    const json changed = served.done("PUT", maps + "/kept", kept.dump());
    CHECK(std::stoull(changed["metadata"]["resourceVersion"].get<std::string>()) > std::stoull(now));
    CHECK(served.ask("PUT", maps + "/kept", kept.dump()).status == 409);
    // The change is repeated, with the version that it depended on.
    served.advance("1s");
    served.done("POST", "/podreel/v1/seek", R"({"to":"5500ms"})");
    CHECK(served.get(maps + "/kept")["data"]["n"] == std::to_string(reset));
    CHECK(served.get(maps + "/kept")["metadata"]["resourceVersion"] == changed["metadata"]["resourceVersion"]);
  }
}

TEST_CASE("an integer of a request is no other number") {
  Served served;
  json deployment{
      {"metadata", {{"name", "d"}}},
      {"spec",
       {{"replicas", 1},
        {"selector", {{"matchLabels", {{"a", "b"}}}}},
        {"template", {{"metadata", {{"labels", {{"a", "b"}}}}}, {"spec", json::parse(pod("o"))["spec"]}}}}}};
  const std::string deployments = "/apis/apps/v1/namespaces/default/deployments";
  served.done("POST", deployments, deployment.dump());
  const std::string scale = deployments + "/d/scale";
  for (const char* replicas : {"2.7", "\"2\"", "true", "[2]", "1e30"}) {
    const std::string body = R"({"spec":{"replicas":)" + std::string{replicas} + "}}";
    CHECK(served.ask("PATCH", scale, body, merge_patch).status == 400);
    CHECK(served.ask("PATCH", deployments + "/d", body, merge_patch).status == 400);
  }
  CHECK(served.get(scale)["spec"]["replicas"] == 1);
  CHECK(served.done("PATCH", scale, R"({"spec":{"replicas":2}})", merge_patch)["spec"]["replicas"] == 2);
}

TEST_CASE("a simulation that has failed is only read, until it is reset to an earlier time") {
  Served served;
  served.advance("10s");
  served.session.fail("out of luck");
  CHECK(served.ask("GET", pods).status == 200);
  CHECK(served.refusal("POST", pods, pod("a")) ==
        "503 ServiceUnavailable: the simulation has failed: out of luck; reset it to an earlier time");
  CHECK(served.ask("POST", "/podreel/v1/seek", R"({"to":"5s"})").status == 200);
  CHECK(served.session.failure.empty());
  CHECK(served.ask("POST", pods, pod("a")).status == 201);
}

TEST_CASE("a Status names the object that it is about, with the group of its kind") {
  Served served;
  const json missing = json::parse(served.ask("GET", "/apis/apps/v1/namespaces/default/deployments/d").body);
  CHECK(missing["details"] == json{{"name", "d"}, {"kind", "deployments"}, {"group", "apps"}});
  const json pod_status = json::parse(served.ask("GET", std::string{pods} + "/nope").body);
  CHECK(pod_status["details"] == json{{"name", "nope"}, {"kind", "pods"}});
}

TEST_CASE("records are sent as they come, and again from the beginning of another history") {
  Served served;
  served.advance("1s");
  const Response response = served.ask("GET", "/podreel/v1/records?watch=1&from=0");
  REQUIRE(response.is_streaming());
  const std::unique_ptr<Stream> stream = open_stream(served.session, response);
  const auto count = [](const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = text.find("id: "); at != std::string::npos; at = text.find("id: ", at + 1)) ++found;
    return found;
  };
  CHECK(count(stream->news()) == served.session.simulation.records().size());
  CHECK(stream->news().empty());
  const std::size_t before = served.session.simulation.records().size();
  served.advance("20s");
  CHECK(count(stream->news()) == served.session.simulation.records().size() - before);
  REQUIRE(served.ask("POST", "/podreel/v1/seek", R"({"to":"1s"})").status == 200);
  CHECK(stream->news().find("event: seek\ndata: {\"records\":" +
                            std::to_string(served.session.simulation.records().size()) + "}") != std::string::npos);
  CHECK_FALSE(stream->has_ended());
}

TEST_CASE("the log of a pod ends with the pod, and is not that of its successor") {
  Served served;
  served.advance("1s");
  const Response response = served.ask("GET", std::string{pods} + "/web/log?follow=true");
  REQUIRE(response.is_streaming());
  const std::unique_ptr<Stream> stream = open_stream(served.session, response);
  CHECK(stream->news().find("app starts, attempt 0") != std::string::npos);
  CHECK_FALSE(stream->has_ended());
  REQUIRE(served.ask("DELETE", std::string{pods} + "/web?gracePeriodSeconds=0").status == 200);
  REQUIRE(served.ask("POST", pods, pod("web")).status == 201);
  served.advance("5s");
  CHECK(stream->news().find("starts") == std::string::npos);
  CHECK(stream->has_ended());
}

}  // namespace podreel::serve
