// What lists and watches may ask for.
#include <doctest/doctest.h>
#include <string>

#include "tests/support/served_cluster.hpp"
#include "tools/serve/watch_stream.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

std::string with(const std::string& query) {
  return std::string{pods} + '?' + query;
}

/// Of a request whose options do not go together.
std::string cause(Served& served, const std::string& query) {
  const std::string beginning = "422 Invalid: ListOptions.meta.k8s.io \"\" is invalid: ";
  const std::string refusal = served.refusal("GET", with(query));
  REQUIRE_MESSAGE(refusal.starts_with(beginning), refusal);
  return refusal.substr(beginning.size());
}

void upgrade_server(Served& served, const std::string& version) {
  served.done("POST", "/podreel/v1/steps", R"({"upgradeApiServer":{"version":")" + version + "\"}}");
}

}  // namespace

TEST_CASE("a version is matched only where there is one to match") {
  Served served;
  CHECK(cause(served, "resourceVersionMatch=Exact") ==
        "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided");
  CHECK(cause(served, "resourceVersionMatch=Exact&resourceVersion=0") ==
        "resourceVersionMatch: Forbidden: resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
  CHECK(cause(served, "resourceVersionMatch=Newest&resourceVersion=2") ==
        "resourceVersionMatch: Unsupported value: \"Newest\": supported values: \"Exact\", \"NotOlderThan\", \"\"");
  CHECK(cause(served, "watch=1&resourceVersionMatch=NotOlderThan&resourceVersion=2") ==
        "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is "
        "provided");
  CHECK(served.ask("GET", with("resourceVersion=2&resourceVersionMatch=NotOlderThan")).status == 200);
}

TEST_CASE("a page of a version is of exactly that version, and what may be of any comes whole") {
  Served served;
  served.done("POST", pods, pod("a"));
  const std::string then = served.get(pods)["metadata"]["resourceVersion"];
  served.done("POST", pods, pod("b"));
  const json page = served.get(with("limit=1&resourceVersion=" + then));
  CHECK(page["metadata"]["resourceVersion"] == then);
  CHECK(page["metadata"]["remainingItemCount"] == 1);
  CHECK(served.get(with("limit=1&resourceVersion=0"))["items"].size() == 3);
  const std::string next = "limit=1&continue=" + page["metadata"]["continue"].get<std::string>();
  CHECK(served.get(with(next))["items"].size() == 1);
  CHECK(served.refusal("GET", with(next + "&resourceVersion=" + then)) ==
        "400 BadRequest: specifying resource version is not allowed when using continue");
}

TEST_CASE("a list is streamed by releases that have it switched on") {
  Served served;
  const std::string streamed = "watch=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan";
  CHECK(cause(served, streamed + "&sendInitialEvents=true") ==
        "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is "
        "enabled");
  upgrade_server(served, "1.26");
  CHECK(cause(served, streamed + "&sendInitialEvents=true") ==
        "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch");
  CHECK(served.ask("GET", with("sendInitialEvents=true")).status == 200);
  upgrade_server(served, "1.32");
  CHECK(served.ask("GET", with(streamed + "&sendInitialEvents=true")).status == 200);
  upgrade_server(served, "1.33");
  CHECK(cause(served, streamed + "&sendInitialEvents=true") ==
        "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is "
        "enabled");
  upgrade_server(served, "1.34");
  CHECK(cause(served, "sendInitialEvents=true") ==
        "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list");
  CHECK(cause(served, "watch=1&sendInitialEvents=true") ==
        "resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
  const std::string then = served.get(pods)["metadata"]["resourceVersion"];
  for (const std::string version : {"", "0", then.c_str()}) {
    const std::string query = streamed + "&sendInitialEvents=true&resourceVersion=" + version;
    WatchStream stream{served.session.simulation, *served.ask("GET", with(query)).watch};
    const std::string news = stream.news();
    const std::size_t second = news.find('\n') + 1;
    CHECK(json::parse(news.substr(0, second))["type"] == "ADDED");
    CHECK(json::parse(news.substr(second))["object"]["metadata"]["annotations"]["k8s.io/initial-events-end"] == "true");
  }
  const Response silent = served.ask("GET", with(streamed + "&sendInitialEvents=false"));
  CHECK(WatchStream{served.session.simulation, *silent.watch}.news().empty());
}

TEST_CASE("a watcher without events gets bookmarks") {
  Served served;
  const Response response =
      served.ask("GET", "/api/v1/namespaces/kube-system/pods?watch=True&allowWatchBookmarks=True&timeoutSeconds=1");
  WatchStream stream{served.session.simulation, *response.watch};
  CHECK(stream.news().empty());
  for (int turn = 0; turn < 500; ++turn) {
    served.done("POST", pods, pod("p"));
    served.done("DELETE", std::string{pods} + "/p?gracePeriodSeconds=0");
  }
  const json bookmark = json::parse(stream.news());
  CHECK(bookmark["type"] == "BOOKMARK");
  CHECK(bookmark["object"]["metadata"]["resourceVersion"] == served.get(pods)["metadata"]["resourceVersion"]);
  CHECK(stream.news().empty());
}

TEST_CASE("a page of selected objects does not say how many remain") {
  Served served;
  for (const char* name : {"a", "b", "c"}) {
    REQUIRE(served
                .ask("POST", "/api/v1/namespaces/default/configmaps",
                     R"({"metadata":{"labels":{"x":"y"},"name":")" + std::string{name} + "\"}}")
                .status == 201);
  }
  const std::string target = "/api/v1/namespaces/default/configmaps?limit=1";
  CHECK(served.get(target)["metadata"].contains("remainingItemCount"));
  for (const char* selector : {"&labelSelector=x%3Dy", "&fieldSelector=metadata.namespace%3Ddefault"}) {
    const nlohmann::json metadata = served.get(target + selector)["metadata"];
    CHECK(metadata.contains("continue"));
    CHECK_FALSE(metadata.contains("remainingItemCount"));
  }
}

}  // namespace podreel::serve
