#include "scenarios/batch/case_fields.hpp"

#include <fmt/format.h>
#include <optional>

#include "engine/types/catalogue.hpp"
#include "engine/types/mismatch.hpp"

namespace podreel::batch {

namespace {

decide::ProbeResult probe_result_from(const jsonl::JsonField& field) {
  const std::string text = field.text();
  if (text == "success") return decide::ProbeResult::success;
  if (text == "failure") return decide::ProbeResult::failure;
  if (text != "unknown") field.fail("success, failure or unknown");
  return decide::ProbeResult::unknown;
}

}  // namespace

const nlohmann::json& object_from(const jsonl::JsonField& field, const std::string& type) {
  if (!field.value().is_object()) field.fail("a " + type);
  const std::optional<types::Mismatch> mismatch =
      types::find_mismatch(types::v1_type(release::newest_release(), type), field.value());
  if (!mismatch) return field.value();
  throw jsonl::FormatError(fmt::format("{}.{}", field.path(), mismatch->path),
                           fmt::format("found {}; accepted: {}", mismatch->found, mismatch->expected));
}

api::Pod pod_from(const jsonl::JsonField& field) {
  return api::pod_from_json(object_from(field, "Pod"));
}

void check_case_fields(const jsonl::JsonField& line) {
  line.has_only({"id",
                 "note",
                 "pod",
                 "status",
                 "liveness",
                 "startup",
                 "readiness",
                 "step",
                 "steps",
                 "images",
                 "now",
                 "inject",
                 "podTerminationRequested",
                 "reasonCache",
                 "oldStatus",
                 "podIsTerminal",
                 "nodeIPs",
                 "backOffs",
                 "name",
                 "container",
                 "node",
                 "path"});
}

nlohmann::json id_from(const jsonl::JsonField& line, const api::Pod& pod) {
  const std::optional<jsonl::JsonField> id = line.find("id");
  if (!id) return api::full_name(pod);
  if (!id->value().is_string() && !id->value().is_number_integer()) id->fail("a number or a string");
  return id->value();
}

decide::ProbeResults probe_results_from(const std::optional<jsonl::JsonField>& field) {
  decide::ProbeResults results;
  if (!field) return results;
  if (!field->value().is_object()) field->fail("an object from container ids to results");
  for (const auto& [id, value] : field->value().items()) {
    results.emplace(id, probe_result_from(jsonl::JsonField(value, field->path() + "." + id)));
  }
  return results;
}

}  // namespace podreel::batch
