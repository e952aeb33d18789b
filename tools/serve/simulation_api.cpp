#include "tools/serve/simulation_api.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <variant>

#include "engine/api/timestamp.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "tools/serve/replay.hpp"
#include "tools/serve/request_body.hpp"
#include "tools/serve/status_error.hpp"
#include "tools/serve/steps.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

constexpr sim::Duration max_advance = std::chrono::hours{24};

Response clock_of(Session& session) {
  LiveSimulation& simulation = session.simulation;
  return json_response({{"elapsed", format::duration_text(simulation.elapsed())},
                        {"time", api::format_timestamp(simulation.now())},
                        {"speed", session.pace.speed()}});
}

sim::Duration span_of(const json& span, const char* field) {
  const auto read = format::parse_duration(span.is_string() ? span.get<std::string>() : span.dump());
  if (const auto* error = std::get_if<format::DurationError>(&read)) {
    throw bad_request(fmt::format("{}: {}", field, error->message));
  }
  const sim::Duration duration = std::get<sim::Duration>(read);
  if (duration > max_advance && std::string_view{field} == "advance") {
    throw bad_request("advance: at most 24h at once");
  }
  return duration;
}

void advance(Session& session, const json& span) {
  session.simulation.advance_to(session.simulation.elapsed() + span_of(span, "advance"));
  session.pace.set_speed(session.pace.speed(), session.simulation.elapsed(), session.wall);
}

void set_speed(Session& session, const json& wanted) {
  const auto speed = speed_of(wanted.is_string() ? wanted.get<std::string>() : wanted.dump());
  if (!speed) throw bad_request("speed: found " + wanted.dump() + "; accepted: a factor such as 60x, or paused");
  session.pace.set_speed(*speed, session.simulation.elapsed(), session.wall);
}

Response get_clock(Session& session, const Request&, const Target&) {
  return clock_of(session);
}

Response post_clock(Session& session, const Request& request, const Target&) {
  const json body = api::to_json(body_of(request, true));
  if (!body.is_object() || body.empty()) throw bad_request("accepted: a map with advance, speed");
  for (const auto& [name, value] : body.items()) {
    if (name != "advance" && name != "speed")
      throw bad_request(fmt::format("unknown field {}; accepted: advance, speed", name));
  }
  if (body.contains("advance")) advance(session, body["advance"]);
  if (body.contains("speed")) set_speed(session, body["speed"]);
  return clock_of(session);
}

Response records_from(const LiveSimulation& simulation, std::uint64_t from) {
  Response response{.content_type = "application/jsonl"};
  for (std::uint64_t at = from - simulation.first_record(); at < simulation.records().size(); ++at) {
    response.body += simulation.records()[at];
    if (!response.body.ends_with('\n')) response.body += '\n';
  }
  return response;
}

Response get_records(Session& session, const Request&, const Target& target) {
  const LiveSimulation& simulation = session.simulation;
  const std::string text = target.parameter("from");
  std::uint64_t from = simulation.first_record();
  const auto read = std::from_chars(text.data(), text.data() + text.size(), from);
  if (!text.empty() && (read.ec != std::errc{} || read.ptr != text.data() + text.size())) {
    throw bad_request(fmt::format("from: found \"{}\"; accepted: the number of a record", text));
  }
  if (from < simulation.first_record()) {
    throw StatusError{
        410, "Gone",
        fmt::format("record {} is no longer kept; the first kept record is {}", from, simulation.first_record())};
  }
  if (target.flag("watch")) return {.content_type = "text/event-stream", .records_from = from};
  return records_from(simulation, from);
}

Response post_steps(Session& session, const Request& request, const Target&) {
  session.remember(request);
  perform_steps(session.simulation, request);
  return clock_of(session);
}

/// Resets the simulation to an earlier time: {"to": "10s"}.
Response post_seek(Session& session, const Request& request, const Target&) {
  const json body = api::to_json(body_of(request, true));
  if (!body.is_object() || body.size() != 1 || !body.contains("to")) throw bad_request("accepted: a map with to");
  const sim::Duration to = span_of(body["to"], "to");
  if (to > session.simulation.elapsed()) throw bad_request("to: is in the future; advance the clock to reach it");
  seek(session, to);
  session.pace.set_speed(session.pace.speed(), session.simulation.elapsed(), session.wall);
  return clock_of(session);
}

/// Predicts what would happen, without changing the simulation: {"advance": "1m", "steps": [{"stopKubelet": {}}]}.
Response post_fork(Session& session, const Request& request, const Target&) {
  const json body = api::to_json(body_of(request, true));
  if (!body.is_object() || !body.contains("advance")) throw bad_request("accepted: a map with advance, steps");
  for (const auto& [name, value] : body.items()) {
    if (name != "advance" && name != "steps")
      throw bad_request(fmt::format("unknown field {}; accepted: advance, steps", name));
  }
  const sim::Duration span = span_of(body["advance"], "advance");
  const auto fork = fork_session(session);
  const std::uint64_t from = fork->first_record() + fork->records().size();
  for (const json& step : body.value("steps", json::array())) {
    perform_steps(*fork, {.method = "POST", .body = step.dump()});
  }
  fork->advance_to(fork->elapsed() + span);
  return records_from(*fork, std::max(from, fork->first_record()));
}

struct Route {
  std::string_view method;
  std::string_view path;
  std::string_view summary;
  Response (*answer)(Session&, const Request&, const Target&);
};

Response get_description(Session&, const Request&, const Target&) {
  return json_response(simulation_api_description());
}

constexpr std::array routes{
    Route{"GET", "clock", "Returns the simulated time and the speed.", get_clock},
    Route{"POST", "clock", "Advances by a duration (advance: 10s), or changes the speed (speed: 60x, paused).",
          post_clock},
    Route{"POST", "fork",
          "Returns the records that steps would cause within a duration (advance), without changing the simulation.",
          post_fork},
    Route{"GET", "openapi.json", "Returns this description.", get_description},
    Route{"GET", "records",
          "Returns the timeline as JSON Lines, starting with record number `from`; with watch, as server-sent events.",
          get_records},
    Route{"POST", "seek", "Resets the simulation to an earlier time (to: 10s), and drops everything after it.",
          post_seek},
    Route{"POST", "steps", "Performs an action of a scenario's timeline now.", post_steps},
};

}  // namespace

json simulation_api_description() {
  json paths = json::object();
  for (const Route& route : routes) {
    const std::string method = route.method == "GET" ? "get" : "post";
    paths[fmt::format("/podreel/v1/{}", route.path)][method] = {
        {"summary", route.summary},
        {"responses", {{"200", {{"description", "done"}}}, {"400", {{"description", "refused"}}}}}};
  }
  return {{"openapi", "3.0.3"}, {"info", {{"title", "podreel"}, {"version", "v1"}}}, {"paths", std::move(paths)}};
}

std::optional<double> speed_of(std::string_view text) {
  if (text == "paused") return 0;
  if (text.ends_with('x')) text.remove_suffix(1);
  constexpr double fastest = 100'000;
  double speed = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), speed);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || !(speed >= 0 && speed <= fastest)) return {};
  return speed;
}

Response answer_about_simulation(Session& session, const Request& request, const Target& target) {
  if (target.path.size() != 3 || target.path[1] != "v1") throw no_such_path();
  bool is_known = false;
  for (const Route& route : routes) {
    if (route.path != target.path[2]) continue;
    if (route.method == request.method) return route.answer(session, request, target);
    is_known = true;
  }
  throw is_known ? method_not_allowed() : no_such_path();
}

}  // namespace podreel::serve
