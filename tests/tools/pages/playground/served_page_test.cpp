// The playground over HTTP, without a network.
#include "tools/pages/playground/served_page.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/command.hpp"

namespace podreel {

namespace {

serve::Response ask(const std::string& method, const std::string& target, const std::string& type = {},
                    const std::string& body = {}) {
  playground::ServedPage page{"kind: Pod\n"};
  const format::Scenario idle;
  const serve::Request request{.method = method, .target = target, .content_type = type, .body = body};
  REQUIRE(page.serves(request));
  return page.answer(request, {.scenario = idle});
}

}  // namespace

TEST_CASE("the page of the playground runs no script and loads nothing but its own") {
  const serve::Response response = ask("GET", "/playground");
  CHECK(response.content_type == "text/html; charset=utf-8");
  CHECK(testing::has(response.body, "default-src 'none'"));
  CHECK(testing::has(response.body, "script-src 'sha256-"));
  CHECK_FALSE(testing::has(response.body, "unsafe"));
}

TEST_CASE("the page was made from its sources as they are") {
  CHECK(testing::run_shell("tools/pages/playground/build --check").err == "");
}

TEST_CASE("the engine is asked by POST, in JSON") {
  const std::string engine = "/podreel/v1/playground";
  CHECK(ask("POST", engine, "application/json", R"({"ask":"about"})").status == 200);
  CHECK(ask("GET", engine).status == 405);
  CHECK(ask("POST", engine, "text/plain", "{}").status == 415);
  CHECK(ask("POST", "/playground").status == 405);
}

TEST_CASE("the page begins with the scenario that was named") {
  CHECK(ask("GET", "/podreel/v1/scenario").body == "kind: Pod\n");
}

TEST_CASE("what is not the playground's is left to others") {
  const playground::ServedPage page{""};
  for (const char* target : {"/", "/playgrounds", "/podreel/v1/clock", "/api/v1/pods"}) {
    CHECK_FALSE(page.serves({.method = "GET", .target = target}));
  }
}

}  // namespace podreel
