#include "scenarios/batch/unknown_names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "engine/api/document.hpp"
#include "engine/api/printable.hpp"

namespace podreel::batch {

namespace {

std::vector<std::string_view> container_names(const api::PodSpec& spec) {
  std::vector<std::string_view> names;
  for (const auto* containers : {&spec.init_containers, &spec.containers, &spec.ephemeral_containers}) {
    for (const api::Container& container : *containers) names.emplace_back(container.name);
  }
  return names;
}

/// Collects the unknown names of one case.
class UnknownNames {
 public:
  UnknownNames(const api::PodSpec& spec, const runtime::PodStatus& status) {
    const std::vector<std::string_view> names = container_names(spec);
    for (const runtime::ContainerStatus& container : status.containers) {
      ids_.emplace_back(container.id);
      const std::string_view name = container.name;
      if (std::ranges::find(names, name) != names.end()) continue;
      add("status", fmt::format("the container \"{}\" is not in the pod's spec{}", api::printable_line(name),
                                api::did_you_mean(name, names, '"')));
    }
  }

  void check(const char* field, const decide::ProbeResults& results) {
    for (const auto& [id, result] : results) {
      if (std::ranges::find(ids_, std::string_view{id}) != ids_.end()) continue;
      add(field, fmt::format("the status has no container with the id \"{}\"{}", api::printable_line(id),
                             api::did_you_mean(id, ids_, '"')));
    }
  }

  [[nodiscard]] std::vector<api::Problem> problems() && { return std::move(problems_); }

 private:
  void add(const char* field, std::string message) { problems_.push_back({"", {}, field, std::move(message)}); }

  std::vector<std::string_view> ids_;
  std::vector<api::Problem> problems_;
};

}  // namespace

std::string container_name_from(const jsonl::JsonField& field, const api::PodSpec& spec) {
  std::string name = field.text();
  const std::vector<std::string_view> names = container_names(spec);
  if (std::ranges::find(names, name) != names.end()) return name;
  field.fail("a container of the pod's spec" + api::did_you_mean(name, names, '"'));
}

std::vector<api::Problem> unknown_names(const DecideCase& situation) {
  UnknownNames names{*situation.pod.spec, situation.observed.status};
  names.check("liveness", situation.liveness);
  names.check("startup", situation.startup);
  return std::move(names).problems();
}

std::vector<api::Problem> unknown_names(const SyncCase& sync_case) {
  return unknown_names(sync_case.situation);
}

std::vector<api::Problem> unknown_names(const StatusCase& situation) {
  UnknownNames names{*situation.pod.spec, situation.observed};
  names.check("readiness", situation.readiness);
  names.check("startup", situation.startup);
  return std::move(names).problems();
}

}  // namespace podreel::batch
