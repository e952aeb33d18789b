#include "scenarios/format/pod_pattern.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "engine/types/catalogue.hpp"
#include "scenarios/format/status_words.hpp"

namespace podreel::format {

namespace {

using Kind = api::Tree::Kind;

/// Values of a field of a type that have no others.
struct ClosedField {
  std::string_view type;
  std::string_view field;
  std::vector<std::string_view> values;
};

const std::vector<ClosedField>& closed_fields() {
  static const std::vector<std::string_view> truth{"True", "False", "Unknown"};
  static const std::vector<ClosedField> fields{
      {"PodStatus", "phase", {"Pending", "Running", "Succeeded", "Failed", "Unknown"}},
      {"PodStatus", "qosClass", {"Guaranteed", "Burstable", "BestEffort"}},
      {"PodCondition", "status", truth},
      {"PodSpec", "restartPolicy", {"Always", "OnFailure", "Never"}},
  };
  return fields;
}

bool is_glob(const api::Tree& node) {
  return node.kind == Kind::string && node.text.find_first_of("*?") != std::string::npos;
}

bool has_scalar_value(const api::Tree& node) {
  return node.kind != Kind::list && node.kind != Kind::map && node.kind != Kind::null;
}

/// Returns the type without pointers.
const types::Type& without_pointers(const types::Type& type) {
  const types::Type* target = &type;
  while (target->kind == types::Kind::pointer) target = target->element;
  return *target;
}

/// Checks the values of one pattern.
class PatternCheck {
 public:
  explicit PatternCheck(const std::string& pod) : pod_{pod} {}

  void check(const types::Type& declared, const api::Tree& node, const Place& place) const {
    if (node.kind == Kind::null || is_glob(node)) return;
    const types::Type& type = without_pointers(declared);
    switch (type.kind) {
      case types::Kind::structure:
        return check_members(type, node, place);
      case types::Kind::list:
        if (node.kind != Kind::list) return place.mismatch(node, "a list");
        for (std::size_t index = 0; index < node.items.size(); ++index) {
          check(*type.element, node.items[index], place.item(index));
        }
        return;
      case types::Kind::map:
        if (node.kind != Kind::map) return place.mismatch(node, "a map");
        for (const auto& [name, mark, value] : node.members) check(*type.element, value, place.member(name));
        return;
      case types::Kind::string:
        if (node.kind != Kind::string) place.mismatch(node, "a string");
        return;
      case types::Kind::boolean:
        if (node.kind != Kind::boolean) place.mismatch(node, "true or false");
        return;
      default:
        return;
    }
  }

 private:
  void check_members(const types::Type& type, const api::Tree& node, const Place& place) const {
    if (node.kind != Kind::map) return place.mismatch(node, "a map");
    for (const auto& [name, mark, value] : node.members) {
      const types::Field* field = type.find(name);
      if (field == nullptr) {
        place.member(name).problem(mark, "unknown field" + accepted_names(name, member_names(type)));
        continue;
      }
      check(*field->type, value, place.member(name));
      check_values(type, name, value, place.member(name));
    }
  }

  static std::vector<std::string_view> member_names(const types::Type& type) {
    std::vector<std::string_view> names;
    for (const types::Field* member : type.members) names.emplace_back(member->json);
    return names;
  }

  void check_values(const types::Type& type, std::string_view name, const api::Tree& value, const Place& place) const {
    if (!has_scalar_value(value) || is_glob(value)) return;
    const bool is_container = type.id == "ContainerStatus" || type.id == "Container" || type.id == "EphemeralContainer";
    if (is_container && name == "name") place.reference(value.mark, Reference::Kind::container, pod_, value.text);
    check_words(type, name, value, place);
    for (const ClosedField& closed : closed_fields()) {
      if (closed.type != type.id || closed.field != name) continue;
      if (std::ranges::find(closed.values, value.text) != closed.values.end()) continue;
      place.problem(value.mark, fmt::format("found \"{}\"{}", value.text, accepted_names(value.text, closed.values)));
    }
  }

  /// Reports a word that resembles a known one. Another word may come from somebody else: it is warned of at most.
  static void check_words(const types::Type& type, std::string_view name, const api::Tree& value, const Place& place) {
    for (const WordField& words : status_words()) {
      if (words.type != type.id || words.field != name || value.text.empty()) continue;
      if (std::ranges::find(words.known, value.text) != words.known.end()) continue;
      const std::string nearest = api::did_you_mean(value.text, words.known, '"');
      const std::string message = fmt::format("\"{}\" is not known as {}{}", value.text, words.meaning, nearest);
      if (!nearest.empty()) {
        place.problem(value.mark, message);
      } else if (words.is_kubelets) {
        place.warning(value.mark, message);
      }
    }
  }

  const std::string& pod_;
};

}  // namespace

void check_pod_pattern(const api::Tree& pattern, const Place& place, const std::string& pod) {
  PatternCheck{pod}.check(types::v1_type(release::newest_release(), "Pod"), pattern, place);
}

}  // namespace podreel::format
