#include "engine/kubelet/admission/node_affinity.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/api/json_member.hpp"

namespace podreel::kubelet {

namespace {

using nlohmann::json;
using Labels = std::map<std::string, std::string>;

std::optional<std::int64_t> number_of(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// A v1.NodeSelectorRequirement. A label that is not there is in no list, and neither greater nor less.
bool holds(const json& requirement, const Labels& labels) {
  const std::string operation = api::string_member(requirement, "operator");
  const auto label = labels.find(api::string_member(requirement, "key"));
  const bool exists = label != labels.end();
  if (operation == "Exists") return exists;
  if (operation == "DoesNotExist") return !exists;
  std::vector<std::string> values;
  api::for_each_item(requirement, "values",
                     [&values](const json& value) { values.push_back(api::scalar_text(value)); });
  const bool is_listed = exists && std::ranges::find(values, label->second) != values.end();
  if (operation == "In") return is_listed;
  if (operation == "NotIn") return !is_listed;
  if (!exists || values.size() != 1) return false;
  const std::optional<std::int64_t> is = number_of(label->second);
  const std::optional<std::int64_t> than = number_of(values.front());
  if (!is || !than) return false;
  return operation == "Gt" ? *is > *than : *is < *than;
}

/// A v1.NodeSelectorTerm; one without requirements fits no node.
bool fits(const json& term, const Labels& labels, const Labels& fields) {
  bool all_hold = true;
  bool has_any = false;
  const auto judge = [&](const char* list, const Labels& known) {
    api::for_each_item(term, list, [&](const json& requirement) {
      has_any = true;
      all_hold = all_hold && holds(requirement, known);
    });
  };
  judge("matchExpressions", labels);
  judge("matchFields", fields);
  return has_any && all_hold;
}

const json* required_affinity(const api::PodSpec& spec) {
  const json* affinity = api::find_member(spec.stored.get(), "affinity");
  return api::find_member(api::find_member(affinity, "nodeAffinity"), "requiredDuringSchedulingIgnoredDuringExecution");
}

}  // namespace

bool node_is_wanted(const api::PodSpec& spec, const Labels& labels, const std::string& node_name) {
  const bool is_selected = std::ranges::all_of(spec.node_selector.get(), [&labels](const auto& wanted) {
    const auto found = labels.find(wanted.first);
    return found != labels.end() && found->second == wanted.second;
  });
  const json* required = required_affinity(spec);
  if (!is_selected || required == nullptr) return is_selected;
  bool any_fits = false;
  api::for_each_item(*required, "nodeSelectorTerms", [&](const json& term) {
    any_fits = any_fits || fits(term, labels, {{"metadata.name", node_name}});
  });
  return any_fits;
}

}  // namespace podreel::kubelet
