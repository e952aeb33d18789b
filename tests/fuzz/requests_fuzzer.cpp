// Requests to `podreel serve`: each line a method, a target, a content type and a body, parted by blanks; a body of
// protobuf is all that comes after them.
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "scenarios/format/load.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/serve/handler.hpp"
#include "tools/serve/protobuf_body.hpp"
#include "tools/serve/stream.hpp"

namespace podreel::fuzz {

namespace {

const format::Scenario& served_scenario() {
  static const format::Loaded loaded = format::load_scenarios(
      api::load_documents(
          "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: a}]}}",
          "web.yaml"),
      "web.yaml");
  return loaded.scenarios.front();
}

std::string take_word(std::string_view& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  std::string word{line.substr(0, end)};
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

/// Every answer is a stream, plain text, or JSON; every refusal is a Status of its code.
void serve_requests(std::string_view input) {
  serve::Session session{served_scenario(), 0};
  constexpr int max_requests = 8;
  for (int request = 0; request < max_requests && !input.empty(); ++request) {
    const std::string_view rest = input;
    const std::size_t end = std::min(input.find('\n'), input.size());
    std::string_view line = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
    serve::Request asked{.method = take_word(line), .target = take_word(line), .content_type = take_word(line)};
    asked.body = line;
    if (asked.content_type == serve::protobuf_type) {
      asked.body = rest.substr(end - line.size());
      input = {};
    }
    // A day of simulated time is fine, but not a thousand times a second.
    const bool takes_time =
        asked.target.find("clock") != std::string::npos || asked.target.find("fork") != std::string::npos;
    if (takes_time && asked.method == "POST") continue;
    const serve::Response answer = serve::answer(session, asked);
    // What controllers make of it.
    session.simulation.advance_to(session.simulation.elapsed() + std::chrono::seconds{1});
    if (answer.is_streaming()) static_cast<void>(serve::open_stream(session, answer)->news());
    if (answer.status < 400) continue;
    const nlohmann::json status = nlohmann::json::parse(answer.body);
    require(status.at("kind") == "Status" && status.at("code") == answer.status, "a refusal is a Status", answer.body);
  }
}

const AddedTarget added_requests{"requests", serve_requests};

}  // namespace

}  // namespace podreel::fuzz
