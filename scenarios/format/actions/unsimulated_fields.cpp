#include "scenarios/format/actions/unsimulated_fields.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"

namespace podreel::actions {

namespace {

using nlohmann::json;

void add_file_keys(const json& container, const std::string& path, std::vector<UnsimulatedField>& fields) {
  std::size_t index = 0;
  api::for_each_item(container, "env", [&](const json& variable) {
    const json* source = api::find_member(variable, "valueFrom");
    if (api::find_member(source, "fileKeyRef") != nullptr) {
      fields.push_back({fmt::format("{}.env[{}].valueFrom.fileKeyRef", path, index),
                        "the container starts without a look at the file"});
    }
    ++index;
  });
}

}  // namespace

std::vector<UnsimulatedField> unsimulated_fields(const json& spec) {
  std::vector<UnsimulatedField> fields;
  for (const std::string_view list : {"initContainers", "containers"}) {
    std::size_t index = 0;
    api::for_each_item(spec, list, [&](const json& container) {
      add_file_keys(container, fmt::format("spec.{}[{}]", list, index), fields);
      ++index;
    });
  }
  const json* claims = api::find_member(spec, "resourceClaims");
  if (claims != nullptr && !claims->empty()) {
    fields.push_back({"spec.resourceClaims", "the pod starts without its devices"});
  }
  const json* host_users = api::find_member(spec, "hostUsers");
  if (host_users != nullptr && host_users->is_boolean() && !host_users->get<bool>()) {
    fields.push_back({"spec.hostUsers", "the pod gets no user namespace"});
  }
  if (api::find_member(api::find_member(spec, "securityContext"), "supplementalGroupsPolicy") != nullptr) {
    fields.push_back({"spec.securityContext.supplementalGroupsPolicy",
                      "the kubelet does not check whether the runtime supports it"});
  }
  return fields;
}

}  // namespace podreel::actions
