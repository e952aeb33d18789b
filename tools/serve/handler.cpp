#include "tools/serve/handler.hpp"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <vector>

#include "engine/api/take_word.hpp"
#include "tools/serve/cluster_requests.hpp"
#include "tools/serve/discovery.hpp"
#include "tools/serve/kubelet_requests.hpp"
#include "tools/serve/object_check.hpp"
#include "tools/serve/object_size.hpp"
#include "tools/serve/protobuf_body.hpp"
#include "tools/serve/readiness.hpp"
#include "tools/serve/request_body.hpp"
#include "tools/serve/request_info.hpp"
#include "tools/serve/simulation_api.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

constexpr std::string_view answered_type = "application/json";

/// Returns whether an Accept header such as "application/json;as=Table;v=v1, */*" allows JSON; an empty one does.
bool accepts_answer(std::string_view accept) {
  if (accept.empty()) return true;
  const std::vector<std::string_view> clauses = api::split(accept, ',');
  return std::ranges::any_of(clauses, [](std::string_view clause) {
    std::string_view rest = clause.substr(0, clause.find(';'));
    const std::string_view type = api::take_word(rest);
    return type == answered_type || type == "application/*" || type == "*/*";
  });
}

Response answer_about_objects(Session& session, const Request& request, const Target& target) {
  constexpr std::size_t parts_of_log = 7;
  const bool is_log = target.path.size() == parts_of_log && target.path.back() == "log";
  if (!is_log && !accepts_answer(request.accept)) throw not_acceptable(answered_type);
  const bool is_of_kubelet = session.simulation.has_outside_kubelet();
  if (media_type(request) == protobuf_type && request.method != "PATCH") {
    if (!is_of_kubelet) static_cast<void>(parse_request_info(target.path));
    const bool takes_unknown = is_of_kubelet || takes_unknown_fields(target);
    return answer_about_objects(session, with_json_body(request, takes_unknown), target);
  }
  if (is_of_kubelet) return answer_kubelet(session.simulation, request, target);
  check_memory_for(session, request);
  if (request.method != "GET") session.remember(request);
  return answer_of_cluster(session.simulation, request, target);
}

Response answered(Session& session, const Request& request) {
  if (request.body.size() > max_body_bytes) throw too_large(max_body_bytes);
  const auto target = parse_target(request.target);
  if (!target) throw bad_request("the path of the request is malformed");
  const bool is_of_simulation = !target->path.empty() && target->path.front() == "podreel";
  if (!session.failure.empty() && request.method != "GET" && !(is_of_simulation && target->path.back() == "seek")) {
    throw StatusError{503, "ServiceUnavailable",
                      fmt::format("the simulation has failed: {}; reset it to an earlier time", session.failure)};
  }
  if (target->path == std::vector<std::string>{"readyz"} && request.method == "GET") return readiness(session, *target);
  if (is_of_simulation) {
    return answer_about_simulation(session, request, *target);
  }
  if (auto response = discover(session.simulation, *target)) {
    if (request.method != "GET") throw method_not_allowed();
    return *std::move(response);
  }
  const bool is_of_cluster = !target->path.empty() && (target->path[0] == "api" || target->path[0] == "apis");
  if (!is_of_cluster) throw no_such_path();
  return answer_about_objects(session, request, *target);
}

}  // namespace

Response begin_answer(Session& session, const Request& request) {
  try {
    return answered(session, request);
  } catch (const StatusError& error) {
    return error.response();
  } catch (const json::exception& error) {
    return bad_request(fmt::format("a field of the request has the wrong type: {}", error.what())).response();
  } catch (const std::exception& error) {
    // An exception within a change may leave the simulation in an undefined state; a fork is a copy.
    if (request.method != "GET" && request.path() != "/podreel/v1/fork") session.fail(error.what());
    return StatusError{500, "InternalError", error.what()}.response();
  }
}

Response answer(Session& session, const Request& request) {
  Response response = begin_answer(session, request);
  while (response.rest) {
    if (response.rest->append_to(response.body, list_part_bytes)) response.rest.reset();
  }
  return response;
}

bool is_addressed(std::string_view host, std::string_view origin, bool is_remote) {
  if (!origin.empty() && origin != fmt::format("http://{}", host)) return false;
  if (is_remote) return true;
  const std::size_t colon = host.rfind(':');
  const std::string_view name = host.ends_with(']') ? host : host.substr(0, colon);
  return name == "127.0.0.1" || name == "localhost" || name == "[::1]";
}

}  // namespace podreel::serve
