// Data of the page of `podreel serve`, without a network.
#include "tools/pages/playground/live_page.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/served_cluster.hpp"
#include "tools/pages/playground/play.hpp"
#include "tools/pages/run/run_page_data.hpp"

namespace podreel {

namespace {

using nlohmann::json;

serve::Response ask(playground::LivePage& page, serve::Served& served, const std::string& query = {}) {
  const serve::Request request{.method = "GET", .target = "/podreel/v1/page" + query};
  REQUIRE(page.serves(request));
  return page.answer(request, served.session.history(), {});
}

json shown(playground::LivePage& page, serve::Served& served) {
  return json::parse(ask(page, served).body);
}

std::vector<json> records_of(const json& answer) {
  return answer.at("page").at("runs").at(0).at("records");
}

}  // namespace

TEST_CASE("what has happened is shown as `podreel report` shows it, at any time") {
  serve::Served served;
  playground::LivePage page;
  served.advance("3s");
  CHECK(shown(page, served).at("elapsed") == 3.0);
  served.advance("57s");
  format::Scenario whole = served.session.simulation.scenario();
  whole.duration = std::chrono::minutes{1};
  const json reported = json::parse(cli::run_page_data({{whole, ""}}, ""));
  const json live = shown(page, served).at("page");
  for (const char* part : {"records", "narrations", "pods", "kubelet", "lengthSeconds"}) {
    CHECK(live.at("runs").at(0).at(part) == reported.at("runs").at(0).at(part));
  }
}

TEST_CASE("what clients did is reported, and of what a journey into the past has undone nothing") {
  serve::Served served;
  playground::LivePage page;
  served.advance("5s");
  const std::size_t before = records_of(shown(page, served)).size();
  REQUIRE(served.ask("POST", "/podreel/v1/steps", R"({"stopKubelet": {}})", "application/json").status == 200);
  REQUIRE(served.ask("DELETE", std::string{serve::pods} + "/web").status == 200);
  served.advance("10s");
  const std::vector<json> records = records_of(shown(page, served));
  CHECK(std::ranges::any_of(
      records, [](const json& record) { return record.at("kind") == "kubelet" && record.at("what") == "stop"; }));
  CHECK(records.size() == served.session.simulation.records().size());
  REQUIRE(served.ask("POST", "/podreel/v1/seek", R"({"to": "4s"})", "application/json").status == 200);
  CHECK(records_of(shown(page, served)).size() <= before);
  CHECK(shown(page, served).at("elapsed") == 4.0);
}

TEST_CASE("a client with all records gets only the time") {
  serve::Served served;
  playground::LivePage page;
  served.advance("1m");
  const std::string known = shown(page, served).at("known");
  served.advance("1ms");
  const json again = json::parse(ask(page, served, "?known=" + known).body);
  CHECK(again.at("elapsed") == 60.001);
  CHECK_FALSE(again.contains("page"));
  served.advance("10m");
  CHECK(json::parse(ask(page, served, "?known=" + known).body).contains("page"));
}

TEST_CASE("more than a page shows is refused, until one goes back") {
  serve::Served served;
  constexpr std::size_t limit = 2'000;
  playground::LivePage page{limit};
  for (int day = 0; day < 20 && served.session.simulation.records().size() <= limit; ++day) served.advance("24h");
  const serve::Response refused = ask(page, served);
  CHECK(refused.status == 409);
  CHECK(refused.body.find("more than 2000 records") != std::string::npos);
  REQUIRE(served.ask("POST", "/podreel/v1/seek", R"({"to": "1h"})", "application/json").status == 200);
  CHECK(ask(page, served).status == 200);
}

TEST_CASE("what is not remembered cannot be replayed") {
  serve::Served served;
  playground::LivePage page;
  served.session.is_too_long = true;
  CHECK(ask(page, served).status == 409);
}

TEST_CASE("the page of a node runs no script and loads nothing but its own") {
  serve::Served served;
  playground::LivePage page;
  const serve::Response response = page.answer({.method = "GET", .target = "/live"}, served.session.history(), {});
  CHECK(response.content_type == "text/html; charset=utf-8");
  CHECK(response.body.find("default-src 'none'") != std::string::npos);
  CHECK(response.body.find("unsafe") == std::string::npos);
  CHECK(page.answer({.method = "POST", .target = "/live"}, served.session.history(), {}).status == 405);
  CHECK_FALSE(page.serves({.method = "GET", .target = "/podreel/v1/pages"}));
}

}  // namespace podreel
