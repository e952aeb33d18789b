// The playground over HTTP, without a network.
#include "tools/pages/playground/served_page.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <system_error>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/sanitizers.hpp"
#include "tools/pages/playground/engine.hpp"
#include "tools/pages/playground/engine_process.hpp"

namespace podreel {

namespace {

serve::Response ask(const std::string& method, const std::string& target, const std::string& type = {},
                    const std::string& body = {}) {
  playground::ServedPage page{"kind: Pod\n", testing::built_command().string()};
  const format::Scenario idle;
  const serve::Request request{.method = method, .target = target, .content_type = type, .body = body};
  REQUIRE(page.serves(request));
  return page.answer(request, {.scenario = idle}, {});
}

}  // namespace

TEST_CASE("the page of the playground runs no script and loads nothing but its own") {
  const serve::Response response = ask("GET", "/playground");
  CHECK(response.content_type == "text/html; charset=utf-8");
  CHECK(testing::has(response.body, "default-src 'none'"));
  CHECK(testing::has(response.body, "script-src 'sha256-"));
  CHECK_FALSE(testing::has(response.body, "unsafe"));
}

TEST_CASE("the guided walk is served beside the page, to which it links") {
  const serve::Response response = ask("GET", "/walk");
  CHECK(response.content_type == "text/html; charset=utf-8");
  CHECK(testing::has(response.body, "<h1>How a kubelet works</h1>"));
  CHECK(testing::has(response.body, "script-src 'sha256-"));
  CHECK(ask("POST", "/walk").status == 405);
  CHECK(ask("GET", "/walk").body == response.body);
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

TEST_CASE("the engine answers in a process of its own as it answers here") {
  const std::string program = testing::built_command().string();
  for (const char* request :
       {R"({"ask":"about"})", R"({"ask":"nothing"})", "no JSON", R"({"ask":"check","text":"kind: Pod"})"}) {
    CHECK(playground::answer_in_process(program, request, {}) == playground::answer(request));
  }
}

TEST_CASE("a request that takes too much time or memory, or that nobody waits for, ends with an error") {
  const std::string program = testing::built_command().string();
  const std::string pods =
      "kind: Scenario\napiVersion: podreel.dev/v1alpha1\nmetadata: {name: a}\nspec:\n  duration: 24h\n"
      "  timeline:\n    - at: 0s\n      createPods: {count: 1000, template: {kind: Pod, apiVersion: v1, "
      "metadata: {name: w}, spec: {containers: [{name: app, image: a, livenessProbe: {periodSeconds: 1, "
      "exec: {command: [x]}}}]}}}\n";
  const std::string request = nlohmann::json{{"ask", "play"}, {"text", pods}}.dump();
  CHECK(testing::has(playground::answer_in_process(program, request, {}, {.duration = std::chrono::milliseconds{1}}),
                     "the run takes more than 1 s"));
  if (!testing::is_sanitized) {
    CHECK(testing::has(playground::answer_in_process(program, request, {}, {.memory = 30'000'000}), R"({"error":")"));
  }
  CHECK(testing::has(playground::answer_in_process(program, R"({"ask":"about"})", {}, {.answer_bytes = 100}),
                     "or its page more than"));
  std::stop_source stop;
  stop.request_stop();
  CHECK(testing::has(playground::answer_in_process(program, request, stop.get_token()), "cancelled"));
  CHECK_THROWS_AS(static_cast<void>(playground::answer_in_process("/nothing", request, {})), std::system_error);
}

TEST_CASE("a question of a run with too many records is answered with that") {
  const std::string text =
      "kind: Scenario\napiVersion: podreel.dev/v1alpha1\nmetadata: {name: a}\nspec:\n  duration: 24h\n"
      "  timeline:\n    - at: 0s\n      createPods: {count: 20000, template: {kind: Pod, apiVersion: v1, "
      "metadata: {name: w}, spec: {containers: [{name: app, image: a}]}}}\n"
      "  questions: [{at: 5s, ask: a, choices: [{answer: b, because: c, rightIf: {event: {reason: X}}}, "
      "{answer: d, because: c, rightIf: {never: {event: {reason: X}}}}]}]\n";
  const std::string answer =
      playground::answer(nlohmann::json{{"ask", "judge"}, {"text", text}, {"question", 0}}.dump());
  CHECK(testing::has(answer, "more than 60000 records by "));
}

}  // namespace podreel
