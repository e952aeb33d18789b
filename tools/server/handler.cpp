#include "tools/server/handler.hpp"

#include <fmt/format.h>

#include "tools/server/cluster_requests.hpp"
#include "tools/server/discovery.hpp"
#include "tools/server/kubelet_requests.hpp"
#include "tools/server/simulation_api.hpp"
#include "tools/server/status_error.hpp"

namespace podreel::server {

namespace {

using nlohmann::json;

Response answered(Session& session, const Request& request) {
  if (request.body.size() > most_body_bytes) throw too_large(most_body_bytes);
  const auto target = parse_target(request.target);
  if (!target) throw bad_request("the path of the request is malformed");
  if (!target->path.empty() && target->path.front() == "podreel") {
    return answer_about_simulation(session, request, *target);
  }
  if (auto response = discover(session.simulation, *target)) {
    if (request.method != "GET") throw method_not_allowed();
    return *std::move(response);
  }
  const bool is_of_cluster = !target->path.empty() && (target->path[0] == "api" || target->path[0] == "apis");
  if (!is_of_cluster) throw no_such_path();
  if (session.simulation.has_outside_kubelet()) return answer_kubelet(session.simulation, request, *target);
  if (request.method != "GET") session.remember(request);
  return answer_of_cluster(session.simulation, request, *target);
}

}  // namespace

Response answer(Session& session, const Request& request) {
  try {
    return answered(session, request);
  } catch (const StatusError& error) {
    return error.response();
  } catch (const json::exception& error) {
    return bad_request(fmt::format("a field of the request is of another type: {}", error.what())).response();
  }
}

bool is_addressed(std::string_view host, std::string_view origin, bool is_remote) {
  if (!origin.empty() && origin != fmt::format("http://{}", host)) return false;
  if (is_remote) return true;
  const std::size_t colon = host.rfind(':');
  const std::string_view name = host.ends_with(']') ? host : host.substr(0, colon);
  return name == "127.0.0.1" || name == "localhost" || name == "[::1]";
}

}  // namespace podreel::server
