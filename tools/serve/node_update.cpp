#include "tools/serve/node_update.hpp"

#include "engine/types/validate.hpp"
#include "tools/serve/changed_object.hpp"
#include "tools/serve/object_list.hpp"
#include "tools/serve/server_side_apply.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

Response update_node(LiveSimulation& simulation, const Request& request, const Target& target,
                     const RequestInfo& info) {
  const apiserver::StoredObject before = existing(simulation, info);
  nlohmann::json after = changed_object(simulation, request, target, info, *before.json);
  if (!after.contains("spec")) after["spec"] = nlohmann::json::object();
  std::vector<Cause> causes;
  std::vector<api::Problem> problems;
  types::validate_metadata(api::to_tree(after), "", "", problems);
  for (const api::Problem& problem : problems) causes.push_back({problem.path, problem.message});
  for (const std::string& message : cluster::broken_node_rules(after)) causes.push_back(cause_of(message));
  if (!causes.empty()) throw invalid(kind_of(*info.kind), info.name, causes);
  if (is_dry_run(target)) {
    return object_response(simulation, request, info,
                           {std::make_shared<const nlohmann::json>(std::move(after)), nullptr});
  }
  simulation.cluster().node().update(after);
  remember_owner(simulation, request, target, info, *before.json);
  return get_object(simulation, request, info);
}

}  // namespace podreel::serve
