// Memory that clients of `podreel serve` cause.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/served_cluster.hpp"
#include "tools/serve/object_size.hpp"
#include "tools/serve/watch_stream.hpp"

namespace podreel::serve {

namespace {

using net::MemoryBudget;
using nlohmann::json;

constexpr const char* configmaps = "/api/v1/namespaces/default/configmaps";

/// Its server streams lists (WatchList).
constexpr const char* idle_node =
    "{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {name: idle}, "
    "spec: {node: {kubelet: {version: '1.34'}}}}";

/// A server with little memory.
class SmallServer {
 public:
  explicit SmallServer(std::size_t mebibytes)
      : session{other_.session.simulation.scenario(), 0, MemoryBudget{mebibytes * MemoryBudget::mebibyte}} {}

  Response ask(const std::string& method, const std::string& target, const std::string& body = {},
               const std::string& type = "application/json") {
    return answer(session, {method, target, {}, type, body});
  }

 private:
  Served other_{idle_node};

 public:
  Session session;
};

std::string config_map(const std::string& name, std::size_t bytes) {
  return json{{"kind", "ConfigMap"},
              {"apiVersion", "v1"},
              {"metadata", {{"name", name}}},
              {"data", {{"a", std::string(bytes, 'x')}}}}
      .dump();
}

}  // namespace

TEST_CASE("objects beyond three eighths of the memory are refused, until some are deleted") {
  SmallServer server{64};
  int created = 0;
  while (created < 100 &&
         server.ask("POST", configmaps, config_map("c" + std::to_string(created), 1'000'000)).status == 201)
    ++created;
  CHECK(created > 20);
  CHECK(created < 30);
  const json refusal = json::parse(server.ask("POST", configmaps, config_map("more", 10)).body);
  CHECK(refusal.at("code") == 429);
  CHECK(refusal.at("reason") == "TooManyRequests");
  CHECK(server.ask("PATCH", std::string{configmaps} + "/c1", R"({"data":{"b":"c"}})", merge_patch).status == 429);
  CHECK(server.ask("POST", "/podreel/v1/steps", "{\"createPod\":" + pod("more") + "}").status == 429);
  CHECK(server.ask("POST", "/podreel/v1/steps", R"({"stopKubelet":{}})").status == 200);
  CHECK(server.ask("GET", "/readyz").status == 500);
  CHECK(server.ask("GET", "/readyz").body.find("[-]memory failed: ") == 0);
  for (int number = 0; number < 4; ++number) {
    CHECK(server.ask("DELETE", std::string{configmaps} + "/c" + std::to_string(number)).status == 200);
  }
  CHECK(server.ask("POST", configmaps, config_map("more", 10)).status == 201);
  CHECK(server.ask("GET", "/readyz").body == "ok");
}

TEST_CASE("many changes of a large object take no more memory than the history may, and old versions expire") {
  SmallServer server{64};
  REQUIRE(server.ask("POST", configmaps, config_map("c", 1'000'000)).status == 201);
  std::string first;
  for (int change = 0; change < 40; ++change) {
    const std::string body = R"({"data":{"n":")" + std::to_string(change) + "\"}}";
    const Response changed = server.ask("PATCH", std::string{configmaps} + "/c", body, merge_patch);
    REQUIRE(changed.status == 200);
    if (first.empty()) first = json::parse(changed.body)["metadata"]["resourceVersion"];
    REQUIRE(server.session.budget.used() < 32 * MemoryBudget::mebibyte);
  }
  CHECK(server.session.simulation.memory().history_bytes() > 4 * MemoryBudget::mebibyte);
  const Response watch = server.ask("GET", std::string{configmaps} + "?watch=1&resourceVersion=" + first);
  WatchStream stream{server.session.simulation, *watch.watch};
  CHECK(json::parse(stream.news()).at("object").at("code") == 410);
}

TEST_CASE("a watch from the oldest version gets every change, and one from the version before has expired") {
  SmallServer server{64};
  REQUIRE(server.ask("POST", configmaps, config_map("c", 1'000'000)).status == 201);
  for (int change = 0; change < 40; ++change) {
    const std::string body = R"({"data":{"n":")" + std::to_string(change) + "\"}}";
    REQUIRE(server.ask("PATCH", std::string{configmaps} + "/c", body, merge_patch).status == 200);
  }
  const std::uint64_t oldest = server.session.simulation.objects().oldest_version();
  REQUIRE(oldest > 3);
  const auto watch_from = [&server](std::uint64_t version) {
    const Response watch =
        server.ask("GET", std::string{configmaps} + "?watch=1&resourceVersion=" + std::to_string(version));
    return WatchStream{server.session.simulation, *watch.watch};
  };
  WatchStream whole = watch_from(oldest);
  std::string text;
  for (std::string part = whole.news(); !part.empty(); part = whole.news()) {
    CHECK(part.size() < 2'000'000);
    text += part;
  }
  CHECK_FALSE(whole.has_ended());
  CHECK(std::count(text.begin(), text.end(), '\n') ==
        static_cast<std::ptrdiff_t>(server.session.simulation.objects().version() - oldest));
  WatchStream late = watch_from(oldest - 1);
  CHECK(json::parse(late.news()).at("object").at("code") == 410);
  CHECK(late.has_ended());
}

TEST_CASE("the initial state of a watch is sent in parts, as it was when the watch began") {
  SmallServer server{64};
  for (int number = 0; number < 5; ++number) {
    REQUIRE(server.ask("POST", configmaps, config_map("c" + std::to_string(number), 500'000)).status == 201);
  }
  const Response watch =
      server.ask("GET", std::string{configmaps} +
                            "?watch=1&allowWatchBookmarks=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan");
  WatchStream stream{server.session.simulation, *watch.watch};
  std::vector<std::string> lines;
  const auto read = [&lines](const std::string& part) {
    CHECK(part.size() < 1'000'000);
    for (std::size_t begin = 0; begin < part.size(); begin = part.find('\n', begin) + 1) {
      const json event = json::parse(part.substr(begin, part.find('\n', begin) - begin));
      lines.push_back(event.at("type").get<std::string>() + ' ' + event["object"]["metadata"].value("name", ""));
    }
  };
  read(stream.news());
  REQUIRE(server.ask("DELETE", std::string{configmaps} + "/c4").status == 200);
  for (std::string part = stream.news(); !part.empty(); part = stream.news()) read(part);
  CHECK(lines == std::vector<std::string>{"ADDED c0", "ADDED c1", "ADDED c2", "ADDED c3", "ADDED c4", "BOOKMARK ",
                                          "DELETED c4"});
}

TEST_CASE(
    "an initial state that the history no longer knows expires, instead of being kept for a client that does not "
    "read") {
  SmallServer server{64};
  for (const char* name : {"a", "b", "c"}) {
    REQUIRE(server.ask("POST", configmaps, config_map(name, 1'000'000)).status == 201);
  }
  const Response watch = server.ask("GET", std::string{configmaps} + "?watch=1");
  WatchStream stream{server.session.simulation, *watch.watch};
  CHECK(json::parse(stream.news()).at("object").at("metadata").at("name") == "a");
  for (int change = 0; change < 20; ++change) {
    const std::string body = R"({"data":{"n":")" + std::to_string(change) + "\"}}";
    REQUIRE(server.ask("PATCH", std::string{configmaps} + "/c", body, merge_patch).status == 200);
  }
  CHECK(json::parse(stream.news()).at("object").at("code") == 410);
  CHECK(stream.has_ended());
}

TEST_CASE("resets to an earlier time leave nothing behind") {
  SmallServer server{64};
  REQUIRE(server.ask("POST", configmaps, config_map("c", 1000)).status == 201);
  REQUIRE(server.ask("POST", "/podreel/v1/clock", R"({"advance":"2s"})").status == 200);
  REQUIRE(server.ask("POST", configmaps, config_map("d", 1'000'000)).status == 201);
  for (int reset = 0; reset < 50; ++reset) {
    REQUIRE(server.ask("POST", "/podreel/v1/seek", R"({"to":"1s"})").status == 200);
  }
  CHECK(server.session.journal.size() == 2);
  CHECK(server.session.journal_bytes < 5000);
  CHECK(server.session.journal_bytes == server.session.budget.used(net::MemoryUse::journal));
}

TEST_CASE("the memory in use is reported by its use, and given back") {
  SmallServer server{64};
  const std::size_t before = server.session.budget.used(net::MemoryUse::objects);
  REQUIRE(server.ask("POST", configmaps, config_map("c", 1'000'000)).status == 201);
  const std::string report = server.ask("GET", "/readyz?verbose").body;
  CHECK(report.find("[+]memory ok: ") == 0);
  CHECK(report.find(" of 67108864 bytes (objects 10") != std::string::npos);
  CHECK(report.find("journal 10") != std::string::npos);
  CHECK(report.find("[+]simulation ok\nreadyz check passed\n") != std::string::npos);
  REQUIRE(server.ask("POST", "/podreel/v1/seek", R"({"to":"0s"})").status == 200);
  CHECK(server.session.budget.used(net::MemoryUse::objects) >= before);
  server.session.journal.clear();
  CHECK(server.session.budget.used(net::MemoryUse::journal) == 0);
}

TEST_CASE("a long list is written in parts, as it was when it was asked for") {
  Served served;
  constexpr std::size_t num_objects = 20;
  constexpr std::size_t object_bytes = 100'000;
  for (std::size_t number = 0; number < num_objects; ++number) {
    REQUIRE(served.ask("POST", configmaps, config_map(fmt::format("c{:02}", number), object_bytes)).status == 201);
  }
  for (const char* accept : {"", "application/json;as=Table;v=v1;g=meta.k8s.io"}) {
    CAPTURE(accept);
    const Request request{"GET", std::string{configmaps} + "?includeObject=Object", accept};
    const std::string whole = answer(served.session, request).body;
    Response response = begin_answer(served.session, request);
    REQUIRE(response.rest);
    const bool is_beginning = whole.starts_with(response.body);
    CHECK(is_beginning);
    const std::string changed = std::string{configmaps} + "/c19";
    REQUIRE(served.ask("PATCH", changed, R"({"data":{"b":"c"}})", merge_patch).status == 200);
    std::size_t size = 0;
    for (bool is_complete = false; !is_complete;) {
      CHECK(response.body.size() > size);
      CHECK(response.body.size() < size + list_part_bytes + object_bytes + 1000);
      size = response.body.size();
      is_complete = response.rest->append_to(response.body, list_part_bytes);
    }
    // Managers of fields are those of the present.
    json then = json::parse(whole);
    json written = json::parse(response.body);
    const bool is_table = then.contains("rows");
    for (json* list : {&then, &written}) {
      for (json& item : (*list)[is_table ? "rows" : "items"])
        (is_table ? item["object"] : item)["metadata"].erase("managedFields");
    }
    const bool is_as_then = written == then;
    CHECK(is_as_then);
    REQUIRE(served.ask("PATCH", changed, R"({"data":{"b":null}})", merge_patch).status == 200);
  }
}

TEST_CASE("a short list is complete at once, also without objects") {
  Served served;
  const Response response = begin_answer(served.session, {"GET", configmaps});
  CHECK_FALSE(response.rest);
  CHECK(json::parse(response.body).at("items") == json::array());
  CHECK(response.body.ends_with("}\n"));
}

TEST_CASE("objects have the sizes that a cluster accepts") {
  Served served;
  CHECK(served.ask("POST", configmaps, config_map("fits", 1024 * 1024)).status == 201);
  CHECK(served.refusal("POST", configmaps, config_map("large", 1024 * 1024 + 1)) ==
        "422 Invalid: ConfigMap \"large\" is invalid: []: Too long: may not be more than 1048576 bytes");
  CHECK(served.refusal("PATCH", std::string{configmaps} + "/fits", R"({"data":{"b":"c"}})", merge_patch)
            .starts_with("422 Invalid: ConfigMap \"fits\" is invalid: []: Too long"));
  json secret{{"metadata", {{"name", "s"}}}, {"stringData", {{"a", std::string(1024 * 1024, 'x')}}}};
  const std::string secrets = "/api/v1/namespaces/default/secrets";
  CHECK(served.ask("POST", secrets, secret.dump()).status == 201);
  secret["metadata"]["name"] = "t";
  secret["stringData"]["b"] = "c";
  CHECK(served.refusal("POST", secrets, secret.dump()) ==
        "422 Invalid: Secret \"t\" is invalid: data: Too long: may not be more than 1048576 bytes");
  const std::string annotations = R"("annotations":{"a":")" + std::string(256 * 1024, 'x') + "\"}";
  const std::string annotated = R"({"metadata":{"name":"a",)" + annotations + "}}";
  CHECK(served.refusal("POST", configmaps, annotated)
            .ends_with("metadata.annotations: Too long: may not be more than 262144 bytes"));
  CHECK(served.refusal("PATCH", std::string{pods} + "/web", "{\"metadata\":{" + annotations + "}}", merge_patch)
            .ends_with("metadata.annotations: Too long: may not be more than 262144 bytes"));
  json large = json::parse(pod("large"));
  large["spec"]["containers"][0]["args"] = {std::string(max_object_bytes, 'x')};
  for (const std::string& each : {std::string{pods}, std::string{"/apis/apps/v1/namespaces/default/deployments"}}) {
    json object = large;
    if (each != pods) {
      object = {{"metadata", {{"name", "large"}}},
                {"spec",
                 {{"selector", {{"matchLabels", {{"a", "b"}}}}},
                  {"template", {{"metadata", {{"labels", {{"a", "b"}}}}}, {"spec", large["spec"]}}}}}};
    }
    CHECK(served.refusal("POST", each, object.dump()) == "500 : etcdserver: request is too large");
  }
  CHECK(served.refusal("PATCH", "/api/v1/nodes/" + served.session.simulation.node().node_name(),
                       R"({"metadata":{"labels":{"a":")" + std::string(max_object_bytes, 'x') + "\"}}}",
                       merge_patch) == "500 : etcdserver: request is too large");
}

TEST_CASE("a JSON patch copies and does no more than upstream allows") {
  Served served;
  REQUIRE(served.ask("POST", configmaps, config_map("c", 1)).status == 201);
  const std::string target = std::string{configmaps} + "/c";
  const std::string type = "application/json-patch+json";
  json doubling = json::array({{{"op", "add"}, {"path", "/data"}, {"value", {{"a", std::string(1000, 'x')}}}}});
  for (int copy = 0; copy < 20; ++copy) {
    doubling.push_back({{"op", "copy"}, {"from", "/data"}, {"path", "/data/k" + std::to_string(copy)}});
  }
  const std::string refusal = served.refusal("PATCH", target, doubling.dump(), type);
  CHECK(
      refusal.starts_with("422 Invalid: the server rejected our request due to an error in our request: Unable to "
                          "complete the copy, the accumulated size increase of copy is "));
  CHECK(refusal.ends_with(", exceeding the limit 3145728"));
  CHECK(served.get(target).at("data").at("a") == "x");
  json many = json::array();
  for (int number = 0; number < 10'000; ++number)
    many.push_back({{"op", "test"}, {"path", "/kind"}, {"value", "ConfigMap"}});
  CHECK(served.ask("PATCH", target, many.dump(), type).status == 200);
  many.push_back(many[0]);
  CHECK(served.refusal("PATCH", target, many.dump(), type) ==
        "413 RequestEntityTooLarge: Request entity too large: The allowed maximum operations in a JSON patch is 10000, "
        "got 10001");
  json moving = json::array({{{"op", "add"}, {"path", "/data/a"}, {"value", std::string(1'000'000, 'x')}}});
  for (int move = 0; move < 100; ++move) {
    moving.push_back({{"op", "move"},
                      {"from", move % 2 == 0 ? "/data/a" : "/data/b"},
                      {"path", move % 2 == 0 ? "/data/b" : "/data/a"}});
  }
  CHECK(served.ask("PATCH", target, moving.dump(), type).status == 422);
  json inserting = json::array({{{"op", "add"}, {"path", "/x"}, {"value", json(std::vector<int>(100'000))}}});
  for (int insertion = 0; insertion < 2000; ++insertion) {
    inserting.push_back({{"op", "add"}, {"path", "/x/0"}, {"value", 1}});
  }
  CHECK(served.refusal("PATCH", target, inserting.dump(), type).ends_with("change too large arrays too often"));
  CHECK(served.refusal("PATCH", target, R"([{"op":"copy","from":"x","path":"/data/b"}])", type).starts_with("422 "));
  CHECK(
      served.refusal("PATCH", target, R"([{"op":"copy","from":"/nope","path":"/data/b"}])", type).starts_with("422 "));
  CHECK(served.ask("PATCH", target, R"([{"op":"copy","from":"/data/a","path":"/data/b"}])", type).status == 200);
  CHECK(served.get(target).at("data") == json{{"a", "x"}, {"b", "x"}});
}

TEST_CASE("annotations take up to 256 KiB, names and values together") {
  Served served;
  constexpr std::size_t limit = std::size_t{256} * 1024;
  const auto annotated = [&](const std::string& name, std::size_t bytes) {
    const json object{{"metadata", {{"name", name}, {"annotations", {{"abcd", std::string(bytes - 4, 'x')}}}}}};
    return served.ask("POST", configmaps, object.dump()).status;
  };
  CHECK(annotated("fits", limit) == 201);
  CHECK(annotated("too-long", limit + 1) == 422);
}

}  // namespace podreel::serve
