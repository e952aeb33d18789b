#include "scenarios/cluster/model/budget_format.hpp"

#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/api/cursor.hpp"
#include "scenarios/cluster/model/cut_down.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::cluster {

namespace {

using format::Json;
using format::Object;
using format::Place;
using format::Shape;

Shape<IntOrPercent> int_or_percent() {
  const std::string accepted = "a number of pods, or a percentage from 0% to 100%";
  return {accepted,
          [accepted](const api::Tree& node, const Place& place, IntOrPercent& read) {
            std::uint32_t value = 0;
            const char* end = node.text.data() + node.text.size();
            const auto [stop, error] = std::from_chars(node.text.data(), end, value);
            const bool is_percent = error == std::errc{} && end - stop == 1 && *stop == '%' && value <= 100;
            const bool is_int = node.kind == api::Tree::Kind::integer && error == std::errc{} && stop == end;
            if (!is_percent && !is_int) {
              place.mismatch(node, accepted);
              return false;
            }
            read = {value, is_percent};
            return true;
          },
          [](format::Definitions&) {
            return Json{{"anyOf", Json::array({Json{{"type", "integer"}, {"minimum", 0}},
                                               Json{{"type", "string"}, {"pattern", "^(100|[1-9]?[0-9])%$"}}})},
                        {"examples", Json::array({"50%"})}};
          }};
}

void check_requirement(const api::Tree& node, const Place& place, api::LabelRequirement& requirement) {
  const bool wants_values = requirement.operator_name.ends_with("In");
  if (wants_values == !requirement.values.empty()) return;
  place.member("values").problem(node.mark, fmt::format("{} requires {}", requirement.operator_name,
                                                        wants_values ? "at least one value" : "no values"));
}

Shape<api::LabelSelector> selector_shape() {
  const auto requirement =
      Object<api::LabelRequirement>{"labelRequirement", "A condition for a label."}
          .required("key", &api::LabelRequirement::key, format::text().example("app"), "The label.")
          .required("operator", &api::LabelRequirement::operator_name,
                    format::one_of("an operator", {"In", "NotIn", "Exists", "DoesNotExist"}), "The operator.")
          .field("values", &api::LabelRequirement::values, format::list_of(format::possibly_empty_text()),
                 "Values for In and NotIn.")
          .check(check_requirement)
          .shape();
  return Object<api::LabelSelector>{"labelSelector", "Selects pods; {} selects all of the namespace."}
      .field("matchLabels", &api::LabelSelector::match_labels,
             format::map_of<api::Labels>(format::possibly_empty_text()), "Required labels.")
      .field("matchExpressions", &api::LabelSelector::match_expressions, format::list_of(requirement),
             "Conditions that must all hold.")
      .shape();
}

Shape<DisruptionBudget> metadata_shape() {
  const auto ignored = [](api::Labels&&, DisruptionBudget&) {};
  const auto labels = format::map_of<api::Labels>(format::possibly_empty_text());
  const auto itself = [](DisruptionBudget& budget) -> DisruptionBudget& { return budget; };
  return Object<DisruptionBudget>{"budgetMetadata", "Its name."}
      .required("name", &DisruptionBudget::name, format::text().example("web"), "Its name.")
      .field("namespace", &DisruptionBudget::namespace_name, format::text(), "Its namespace; default: default.")
      .field("labels", itself, format::adapted<DisruptionBudget>(labels, ignored), "Ignored.")
      .field("annotations", itself, format::adapted<DisruptionBudget>(labels, ignored), "Ignored.")
      .shape();
}

Shape<DisruptionBudget> spec_shape() {
  const auto policy = format::adapted<bool>(format::one_of("a policy", {"IfHealthyBudget", "AlwaysAllow"}),
                                            [](std::string&& name, bool& always) { always = name == "AlwaysAllow"; });
  return Object<DisruptionBudget>{"budgetSpec", "Limits for evictions."}
      .field("selector", &DisruptionBudget::selector, selector_shape(), "The pods; default: none.")
      .field("minAvailable", &DisruptionBudget::min_available, int_or_percent(),
             "Number of pods that must stay healthy.")
      .field("maxUnavailable", &DisruptionBudget::max_unavailable, int_or_percent(),
             "Number of pods that may be unhealthy.")
      .field("unhealthyPodEvictionPolicy", &DisruptionBudget::always_evicts_unhealthy, policy,
             "Whether pods that are not ready may always be evicted; default IfHealthyBudget.")
      .exactly_one_of({"minAvailable", "maxUnavailable"})
      .shape();
}

/// Sets a text at the top of an object: kubectl omits `kind` and `apiVersion` of items of typed lists.
void set_text(api::Tree& object, std::string_view key, std::string_view text) {
  api::Tree* value = object.find(key);
  if (value == nullptr) {
    value = &object.members.emplace_back(api::Tree::Member{std::string{key}, object.mark, {}}).value;
  }
  value->kind = api::Tree::Kind::string;
  value->text = text;
}

}  // namespace

Shape<DisruptionBudget> budget_shape() {
  const auto itself = [](DisruptionBudget& budget) -> DisruptionBudget& { return budget; };
  const auto only = [](std::string&&, DisruptionBudget&) {};
  const auto word = [&](std::string what, std::string name) {
    return format::adapted<DisruptionBudget>(format::one_of(std::move(what), {std::move(name)}), only);
  };
  return Object<DisruptionBudget>{"podDisruptionBudget", "policy/v1.PodDisruptionBudget."}
      .required("apiVersion", itself, word("a version of the format", "policy/v1"), "policy/v1.")
      .required("kind", itself, word("a budget", "PodDisruptionBudget"), "PodDisruptionBudget.")
      .required("metadata", itself, metadata_shape(), "Its name.")
      .required("spec", itself, spec_shape(), "Limits for evictions.")
      .shape();
}

std::optional<DisruptionBudget> printed_budget(api::Tree& object, const Place& place) {
  const bool is_beta = api::Cursor{object}["apiVersion"].text() == "policy/v1beta1";
  cut_down(object, {"name", "namespace"});
  set_text(object, "apiVersion", "policy/v1");
  set_text(object, "kind", "PodDisruptionBudget");
  DisruptionBudget budget;
  if (!budget_shape().read(object, place, budget)) return std::nullopt;
  const bool matches_all =
      budget.selector && budget.selector->match_labels.empty() && budget.selector->match_expressions.empty();
  if (is_beta && matches_all) budget.selector.reset();
  return budget;
}

std::optional<DisruptionBudget> stored_budget(const nlohmann::json& object) {
  format::Reading reading{.file = "budget", .problems = {}};
  api::Tree tree = api::to_tree(object);
  return printed_budget(tree, Place{reading});
}

}  // namespace podreel::cluster
