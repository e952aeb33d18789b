#include "tools/server/simulation_api.hpp"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <variant>

#include "engine/api/timestamp.hpp"
#include "scenarios/actions/step.hpp"
#include "scenarios/language/shapes/duration.hpp"
#include "tools/server/request_body.hpp"
#include "tools/server/status_error.hpp"

namespace podreel::server {

namespace {

using nlohmann::json;

constexpr sim::Duration longest_advance = std::chrono::hours{24};

Response clock_of(Session& session) {
  LiveSimulation& simulation = session.simulation;
  return json_response({{"elapsed", language::duration_text(simulation.elapsed())},
                        {"time", api::format_timestamp(simulation.now())},
                        {"speed", session.pace.speed()}});
}

void advance(Session& session, const json& span) {
  const auto read = language::parse_duration(span.is_string() ? span.get<std::string>() : span.dump());
  if (const auto* error = std::get_if<language::DurationError>(&read)) throw bad_request("advance: " + error->message);
  const sim::Duration duration = std::get<sim::Duration>(read);
  if (duration > longest_advance) throw bad_request("advance: at most 24h at once");
  session.simulation.advance_to(session.simulation.elapsed() + duration);
  session.pace.go_on(session.pace.speed(), session.simulation.elapsed(), session.wall);
}

void set_speed(Session& session, const json& wanted) {
  const auto speed = speed_of(wanted.is_string() ? wanted.get<std::string>() : wanted.dump());
  if (!speed) throw bad_request("speed: found " + wanted.dump() + "; accepted: a factor such as 60x, or paused");
  session.pace.go_on(*speed, session.simulation.elapsed(), session.wall);
}

Response get_clock(Session& session, const Request&, const Target&) {
  return clock_of(session);
}

Response post_clock(Session& session, const Request& request, const Target&) {
  const json body = api::to_json(body_of(request, true));
  if (!body.is_object() || body.empty()) throw bad_request("accepted: a map with advance, speed");
  for (const auto& [name, value] : body.items()) {
    if (name != "advance" && name != "speed")
      throw bad_request(fmt::format("unknown field {}, accepted: advance, speed", name));
  }
  if (body.contains("advance")) advance(session, body["advance"]);
  if (body.contains("speed")) set_speed(session, body["speed"]);
  return clock_of(session);
}

Response get_records(Session& session, const Request&, const Target& target) {
  const LiveSimulation& simulation = session.simulation;
  const std::string text = target.parameter("from");
  std::uint64_t from = simulation.first_record();
  const auto read = std::from_chars(text.data(), text.data() + text.size(), from);
  if (!text.empty() && (read.ec != std::errc{} || read.ptr != text.data() + text.size())) {
    throw bad_request(fmt::format("from: found \"{}\", accepted: the number of a record", text));
  }
  if (from < simulation.first_record()) {
    throw StatusError{
        410, "Gone",
        fmt::format("record {} is not kept any more; the first one is {}", from, simulation.first_record())};
  }
  Response response{.content_type = "application/jsonl"};
  for (std::uint64_t at = from - simulation.first_record(); at < simulation.records().size(); ++at) {
    response.body += simulation.records()[at];
    if (!response.body.ends_with('\n')) response.body += '\n';
  }
  return response;
}

std::string told(const std::vector<api::Problem>& problems) {
  std::string text;
  for (const api::Problem& problem : problems) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", problem.path, problem.message);
  }
  return text;
}

/// As a step of the scenario's timeline at this instant.
actions::WrittenStep read_step(const Request& request) {
  api::Tree tree = body_of(request, true);
  if (tree.kind != api::Tree::Kind::map) throw bad_request("accepted: a map with one action of a scenario's timeline");
  if (tree.find("at") != nullptr) throw bad_request("at: a step happens when it is asked for");
  tree.members.push_back({"at", {}, api::to_tree("0s")});
  static const language::Shape<actions::WrittenStep> shape = actions::step_shape();
  language::Reading reading{.file = "request", .problems = {}};
  actions::WrittenStep step;
  if (!shape.read(tree, language::Place{reading, "step"}, step) || !reading.problems.empty()) {
    throw bad_request(told(reading.problems));
  }
  return step;
}

/// Whether it is possible as everything is by now.
void check(LiveSimulation& simulation, const actions::Action& action) {
  simulation::Node& node = simulation.node();
  language::Reading reading{.file = "request", .problems = {}};
  actions::PlannedNode planned{simulation.scenario().node, reading};
  reading.problems.clear();
  planned.kubelet = node.kubelet_settings();
  planned.kubelet_runs = node.kubelet_runs();
  planned.api_server_runs = node.api_server().is_up();
  for (const auto& [name, pod] : simulation.objects().all("pods")) {
    planned.created(name, *pod.json);
    planned.pods.insert(name);
  }
  planned.begin_step({}, "step", simulation.elapsed());
  const auto created = action.creates(node.node_name());
  if (!created && !action.pod.empty() && action.pod.find_first_of("*?") == std::string::npos &&
      !planned.pods.contains(action.pod)) {
    throw not_found("pods", action.pod);
  }
  action.check(planned);
  if (!reading.problems.empty()) throw bad_request(told(reading.problems));
}

Response post_steps(Session& session, const Request& request, const Target&) {
  LiveSimulation& simulation = session.simulation;
  const actions::WrittenStep step = read_step(request);
  for (const actions::ActionPtr& action : step.actions) {
    check(simulation, *action);
    action->perform(simulation.node());
  }
  simulation.look_at_node();
  return clock_of(session);
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
    Route{"GET", "clock", "Where the simulation is, and how fast it goes.", get_clock},
    Route{"POST", "clock", "Advances by a span (advance: 10s), or changes the speed (speed: 60x, paused).", post_clock},
    Route{"GET", "openapi.json", "This description.", get_description},
    Route{"GET", "records", "The timeline as JSON Lines, from the record with number `from` on.", get_records},
    Route{"POST", "steps", "Something happens to the node: an action of a scenario's timeline.", post_steps},
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

}  // namespace podreel::server
