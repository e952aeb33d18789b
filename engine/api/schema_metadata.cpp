#include "engine/api/schema_rows.hpp"

namespace podreel::api::schema {

// clang-format off
std::vector<ObjectType> metadata_types() {
  return {
      {"ObjectMeta", {
          {"name", text, form(Format::dns_subdomain)},
          {"generateName", text},
          {"namespace", text, form(Format::dns_label)},
          {"selfLink", text},
          {"uid", text},
          {"resourceVersion", text},
          {"generation", int64},
          {"creationTimestamp", time},
          {"deletionTimestamp", time},
          {"deletionGracePeriodSeconds", int64},
          {"labels", map_of(text), label_map},
          {"annotations", map_of(text), annotation_map},
          {"ownerReferences", list("OwnerReference")},
          {"finalizers", texts},
          {"clusterName", text},
          {"initializers", any},
          {"managedFields", list("ManagedFieldsEntry")},
      }},
      {"OwnerReference", {
          {"apiVersion", text, required},
          {"kind", text, required},
          {"name", text, required},
          {"uid", text, required},
          {"controller", kept(boolean)},
          {"blockOwnerDeletion", kept(boolean)},
      }},
      {"ManagedFieldsEntry", {
          {"manager", text},
          {"operation", text, words("Apply|Update")},
          {"apiVersion", text},
          {"time", time},
          {"fields", any},
          {"fieldsType", text},
          {"fieldsV1", any},
          {"subresource", text},
      }},
      {"LabelSelector", {
          {"matchLabels", map_of(text), label_map},
          {"matchExpressions", list("LabelSelectorRequirement")},
      }},
      {"LabelSelectorRequirement", {
          {"key", text, required},
          {"operator", text, required_and(words("In|NotIn|Exists|DoesNotExist"))},
          {"values", texts},
      }},
      {"LocalObjectReference", {
          {"name", text},
      }},
      {"TypedLocalObjectReference", {
          {"apiGroup", kept(text)},
          {"kind", text, required},
          {"name", text, required},
      }},
      {"TypedObjectReference", {
          {"apiGroup", kept(text)},
          {"kind", text, required},
          {"name", text, required},
          {"namespace", kept(text)},
      }},
  };
}
// clang-format on

}  // namespace podreel::api::schema
