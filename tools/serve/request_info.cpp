#include "tools/serve/request_info.hpp"

#include <fmt/format.h>

namespace podreel::serve {

RequestInfo parse_request_info(const std::vector<std::string>& path) {
  const bool is_core = path.front() == "api";
  if (path.size() < (is_core ? 3 : 4)) throw no_such_path();
  std::size_t at = is_core ? 2 : 3;
  const std::string group = is_core ? std::string{} : path[1];
  RequestInfo info;
  if (path.size() > at + 2 && path[at] == "namespaces") {
    info.name_space = path[at + 1];
    at += 2;
  }
  info.kind = find_resource(group, path[is_core ? 1 : 2], path[at]);
  if (info.kind == nullptr || path.size() > at + 3) throw no_such_path();
  if (at + 1 < path.size()) info.name = path[at + 1];
  if (at + 2 < path.size()) info.subresource = path[at + 2];
  const bool fits = info.kind->is_namespaced ? info.name.empty() || !info.name_space.empty() : info.name_space.empty();
  if (!fits) throw no_such_path();
  if (!info.subresource.empty() && info.kind->subresource(info.subresource) == nullptr) throw no_such_path();
  return info;
}

const apiserver::StoredObject& existing(const LiveSimulation& simulation, const RequestInfo& info) {
  const apiserver::StoredObject* found = simulation.objects().find(info.kind->name, info.key());
  if (found == nullptr) throw not_found(info.kind->qualified(), info.name);
  return *found;
}

bool is_dry_run(const Target& target) {
  const std::string wanted = target.parameter("dryRun");
  if (wanted.empty() || wanted == "All") return !wanted.empty();
  throw bad_request(fmt::format("dryRun: Unsupported value: \"{}\": supported values: \"All\"", wanted));
}

}  // namespace podreel::serve
