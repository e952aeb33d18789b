#include "tools/cli/upgrade/pod_filter.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/manifests/pod_name.hpp"
#include "engine/upgrade/pod_object.hpp"
#include "tools/cli/arguments/label_query.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/list_items.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

api::Labels labels_of(const nlohmann::json& pod) {
  api::Labels labels;
  const auto found = pod.at("metadata").find("labels");
  if (found == pod.at("metadata").end() || !found->is_object()) return labels;
  for (const auto& [name, value] : found->items()) {
    if (value.is_string()) labels.emplace(name, value.get<std::string>());
  }
  return labels;
}

}  // namespace

PodFilter::PodFilter(const UpgradeOptions& options)
    : namespace_{options.all_namespaces ? std::string{} : options.namespace_name},
      labels_{label_query(options.selector)} {
  if (options.field_selector.empty()) return;
  for (const std::string_view requirement : items_of(options.field_selector)) add_field(std::string{requirement});
}

void PodFilter::add_field(const std::string& requirement) {
  const std::size_t equals = requirement.find('=');
  const std::string field = requirement.substr(0, equals);
  const std::size_t begin = equals == std::string::npos ? equals : requirement.find_first_not_of('=', equals);
  const std::string value = begin == std::string::npos ? std::string{} : requirement.substr(begin);
  if (!value.empty() && field == "spec.nodeName") {
    node_ = value;
  } else if (!value.empty() && field == "metadata.name") {
    name_ = value;
  } else if (!value.empty() && field == "metadata.namespace") {
    namespace_ = value;
  } else {
    throw BadInput{
        fmt::format("--field-selector: found \"{}\"; accepted: spec.nodeName=NODE, metadata.namespace=NAMESPACE and "
                    "metadata.name=POD",
                    shown(requirement))};
  }
}

bool PodFilter::is_active() const noexcept {
  return !namespace_.empty() || !name_.empty() || !node_.empty() || !labels_.match_expressions.empty();
}

bool PodFilter::matches(const nlohmann::json& pod) const {
  if (!namespace_.empty() && manifests::namespace_of(pod) != namespace_) return false;
  if (!name_.empty() && api::string_member(pod.at("metadata"), "name") != name_) return false;
  if (!node_.empty() && upgrade::node_of(pod) != node_) return false;
  return labels_.matches(labels_of(pod));
}

}  // namespace podreel::cli
