#include "tools/serve/asked_object.hpp"

#include <fmt/format.h>

namespace podreel::server {

AskedObject asked_object(const std::vector<std::string>& path) {
  const bool is_core = path.front() == "api";
  if (path.size() < (is_core ? 3 : 4)) throw no_such_path();
  std::size_t at = is_core ? 2 : 3;
  const std::string group = is_core ? std::string{} : path[1];
  AskedObject asked;
  if (path.size() > at + 2 && path[at] == "namespaces") {
    asked.name_space = path[at + 1];
    at += 2;
  }
  asked.kind = find_resource(group, path[is_core ? 1 : 2], path[at]);
  if (asked.kind == nullptr || path.size() > at + 3) throw no_such_path();
  if (at + 1 < path.size()) asked.name = path[at + 1];
  if (at + 2 < path.size()) asked.subresource = path[at + 2];
  const bool fits =
      asked.kind->is_namespaced ? asked.name.empty() || !asked.name_space.empty() : asked.name_space.empty();
  if (!fits) throw no_such_path();
  if (!asked.subresource.empty() && asked.kind->subresource(asked.subresource) == nullptr) throw no_such_path();
  return asked;
}

const apiserver::StoredObject& existing(const LiveSimulation& simulation, const AskedObject& asked) {
  const apiserver::StoredObject* found = simulation.objects().find(asked.kind->name, asked.key());
  if (found == nullptr) throw not_found(asked.kind->qualified(), asked.name);
  return *found;
}

bool is_dry_run(const Target& target) {
  const std::string wanted = target.parameter("dryRun");
  if (wanted.empty() || wanted == "All") return !wanted.empty();
  throw bad_request(fmt::format("dryRun: Unsupported value: \"{}\": supported values: \"All\"", wanted));
}

}  // namespace podreel::server
