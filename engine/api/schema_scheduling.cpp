#include "engine/api/schema_rows.hpp"

namespace podreel::api::schema {

// clang-format off
std::vector<ObjectType> scheduling_types() {
  return {
      {"Affinity", {
          {"nodeAffinity", object("NodeAffinity")},
          {"podAffinity", object("PodAffinity")},
          {"podAntiAffinity", object("PodAffinity")},
      }},
      {"NodeAffinity", {
          {"requiredDuringSchedulingIgnoredDuringExecution", object("NodeSelector")},
          {"preferredDuringSchedulingIgnoredDuringExecution", list("PreferredSchedulingTerm")},
      }},
      {"NodeSelector", {
          {"nodeSelectorTerms", list("NodeSelectorTerm"), required},
      }},
      {"NodeSelectorTerm", {
          {"matchExpressions", list("NodeSelectorRequirement")},
          {"matchFields", list("NodeSelectorRequirement"), no_rule, since(11)},
      }},
      {"NodeSelectorRequirement", {
          {"key", text, required},
          {"operator", text, required_and(words("In|NotIn|Exists|DoesNotExist|Gt|Lt"))},
          {"values", texts},
      }},
      {"PreferredSchedulingTerm", {
          {"weight", int32, required_and(range(1, 100))},
          {"preference", object("NodeSelectorTerm"), required},
      }},
      {"PodAffinity", {
          {"requiredDuringSchedulingIgnoredDuringExecution", list("PodAffinityTerm")},
          {"preferredDuringSchedulingIgnoredDuringExecution", list("WeightedPodAffinityTerm")},
      }},
      {"WeightedPodAffinityTerm", {
          {"weight", int32, required_and(range(1, 100))},
          {"podAffinityTerm", object("PodAffinityTerm"), required},
      }},
      {"PodAffinityTerm", {
          {"labelSelector", object("LabelSelector")},
          {"namespaces", texts},
          {"topologyKey", text, required},
          {"namespaceSelector", object("LabelSelector"), no_rule, since(21, "PodAffinityNamespaceSelector")},
          {"matchLabelKeys", texts, no_rule, since(29, "MatchLabelKeysInPodAffinity")},
          {"mismatchLabelKeys", texts, no_rule, since(29, "MatchLabelKeysInPodAffinity")},
      }},
      {"Toleration", {
          {"key", text},
          {"operator", text, words("Exists|Equal|Lt|Gt")},
          {"value", text},
          {"effect", text, words("NoSchedule|PreferNoSchedule|NoExecute")},
          {"tolerationSeconds", kept(int64)},
      }},
      {"TopologySpreadConstraint", {
          {"maxSkew", int32, required_and(at_least(1))},
          {"topologyKey", text, required},
          {"whenUnsatisfiable", text, required_and(words("DoNotSchedule|ScheduleAnyway"))},
          {"labelSelector", object("LabelSelector")},
          {"minDomains", kept(int32), at_least(1), since(24, "MinDomainsInPodTopologySpread")},
          {"nodeAffinityPolicy", kept(text), words("Honor|Ignore"), since(25, "NodeInclusionPolicyInPodTopologySpread")},
          {"nodeTaintsPolicy", kept(text), words("Honor|Ignore"), since(25, "NodeInclusionPolicyInPodTopologySpread")},
          {"matchLabelKeys", texts, no_rule, since(25, "MatchLabelKeysInPodTopologySpread")},
      }},
  };
}
// clang-format on

}  // namespace podreel::api::schema
