#include "tools/cli/arguments/pod_filter.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <utility>

#include "engine/api/object_labels.hpp"
#include "engine/apiserver/field_labels.hpp"
#include "engine/manifests/pod_name.hpp"
#include "tools/cli/arguments/label_query.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shell_word.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

api::FieldSelector field_query(const std::string& text) {
  api::ParsedFieldSelector parsed = api::parse_field_selector(text);
  const std::span<const std::string_view> known = apiserver::field_labels_of("pods");
  for (const api::FieldSelector::Requirement& field : parsed.selector.requirements) {
    if (!parsed.malformed.empty()) break;
    if (std::ranges::find(known, field.path) == known.end()) parsed.malformed = field.path;
  }
  if (parsed.malformed.empty()) return std::move(parsed.selector);
  throw BadInput{
      fmt::format("--field-selector: found \"{}\"; accepted: FIELD=VALUE or FIELD!=VALUE, with the fields {}",
                  shown(parsed.malformed), fmt::join(known, ", "))};
}

}  // namespace

void add_pod_selection(CLI::App& verb, PodSelection& selection) {
  verb.add_option("-n,--namespace", selection.namespace_name, "only pods of this namespace")->type_name("NAME");
  verb.add_flag("-A,--all-namespaces", selection.all_namespaces, "pods of all namespaces, which is the default");
  verb.add_option("-l,--selector", selection.label_selector,
                  "only pods with these labels, such as app=web,'tier in (a,b)'")
      ->type_name("LABELS");
  verb.add_option("--field-selector", selection.field_selector, "only pods with these fields, such as spec.nodeName=n1")
      ->type_name("FIELDS");
}

PodFilter::PodFilter(const PodSelection& selection)
    : namespace_{selection.all_namespaces ? std::string{} : selection.namespace_name},
      labels_{label_query(selection.label_selector)},
      fields_{field_query(selection.field_selector)} {
  // Manifests may leave out their namespace.
  std::erase_if(fields_.requirements, [this](const api::FieldSelector::Requirement& field) {
    if (field.path != "metadata.namespace" || field.is_negated) return false;
    namespace_ = field.value;
    return true;
  });
}

bool PodFilter::is_active() const noexcept {
  return !namespace_.empty() || !labels_.match_expressions.empty() || !fields_.requirements.empty();
}

bool PodFilter::matches(const nlohmann::json& pod) const {
  if (!namespace_.empty() && manifests::namespace_of(pod) != namespace_) return false;
  return labels_.matches(api::labels_of(pod)) && fields_.matches(pod);
}

std::string command_words(const PodSelection& selection) {
  std::string words;
  const auto add = [&words](const char* option, const std::string& value) {
    if (!value.empty()) words += fmt::format(" {} {}", option, shell_word(value));
  };
  add("--namespace", selection.all_namespaces ? std::string{} : selection.namespace_name);
  add("--selector", selection.label_selector);
  add("--field-selector", selection.field_selector);
  return words;
}

}  // namespace podreel::cli
