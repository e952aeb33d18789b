#include "scenarios/format/variants.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/api/input_limits.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

using Kind = api::Tree::Kind;
using Values = std::map<std::string, api::Tree, std::less<>>;

constexpr std::string_view kubelet_axis = "kubelet";

bool is_scalar(const api::Tree& node) {
  return node.kind != Kind::list && node.kind != Kind::map;
}

/// Returns a member of the document's spec if it is a map; other values are reported when the spec is read.
const api::Tree* spec_map(const api::Tree& document, std::string_view name) {
  const api::Tree* spec = document.find("spec");
  const api::Tree* found = spec == nullptr ? nullptr : spec->find(name);
  return found != nullptr && found->kind == Kind::map ? found : nullptr;
}

/// Returns the value of --set, with the type of the default or that of YAML.
api::Tree set_value(const std::string& value, const api::Tree& default_value) {
  api::Tree result;
  result.kind = Kind::string;
  result.text = value;
  if (default_value.kind == Kind::string) return result;
  api::LoadedFile loaded = api::load_documents(value, "--set");
  const bool one_scalar = loaded.problems.empty() && loaded.documents.size() == 1 && is_scalar(loaded.documents[0]);
  return one_scalar ? std::move(loaded.documents[0]) : result;
}

Values declared_variables(const api::Tree& document, const LoadOptions& options, Reading& reading) {
  Values values;
  const api::Tree* declared = spec_map(document, "variables");
  if (declared != nullptr) {
    for (const auto& [name, mark, value] : declared->members) values.emplace(name, value);
  }
  std::vector<std::string_view> names;
  for (const auto& [name, value] : values) names.push_back(name);
  for (const auto& [name, value] : options.variables) {
    const auto found = values.find(name);
    if (found != values.end()) {
      found->second = set_value(value, found->second);
    } else {
      reading.problems.push_back({reading.file, document.mark, "spec.variables",
                                  fmt::format("--set {}: unknown variable{}", name, accepted_names(name, names))});
    }
  }
  return values;
}

bool is_name_character(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '_';
}

/// Total size of the documents of all runs.
class Expansion {
 public:
  /// Counts a value; reports once at `place` if there are too many.
  void count(const api::Tree& value, const Place& place) {
    values_ += 1 + value.items.size();
    bytes_ += value.text.size();
    if (is_too_large_) return;
    constexpr const api::InputLimits& limits = api::input_limits;
    if (values_ <= limits.expanded_values && bytes_ <= limits.expanded_bytes) return;
    is_too_large_ = true;
    place.problem(value.mark,
                  fmt::format("after the replacement of variables the scenario's runs have more than {} values or {} "
                              "MiB of text in total",
                              limits.expanded_values, limits.expanded_bytes / api::InputLimits::mebi));
  }

  [[nodiscard]] bool is_too_large() const noexcept { return is_too_large_; }

 private:
  std::size_t values_ = 0;
  std::size_t bytes_ = 0;
  bool is_too_large_ = false;
};

/// Replaces variables in one document, and stops at the size limit.
class Substitution {
 public:
  Substitution(const Values& values, Expansion& expansion, Reading& reading)
      : values_{values}, expansion_{expansion}, reading_{reading} {}

  api::Tree apply(const api::Tree& node, const Place& place) const {
    api::Tree result = node.kind == Kind::string ? applied_to_text(node, place) : without_parts(node);
    expansion_.count(result, place);
    for (std::size_t index = 0; index < node.items.size() && !expansion_.is_too_large(); ++index) {
      result.items.push_back(apply(node.items[index], place.item(index)));
    }
    for (const api::Tree::Member& member : node.members) {
      const bool declares = place.path() == "spec" && (member.key == "variables" || member.key == "matrix");
      if (expansion_.is_too_large()) break;
      result.members.push_back(
          {member.key, member.mark, declares ? member.value : apply(member.value, place.member(member.key))});
    }
    return result;
  }

 private:
  static api::Tree without_parts(const api::Tree& node) {
    api::Tree result;
    result.kind = node.kind;
    result.mark = node.mark;
    result.text = node.text;
    result.items.reserve(node.items.size());
    result.members.reserve(node.members.size());
    return result;
  }

  /// Returns the name in "${name}" at the front of `text`, if there is one.
  static std::optional<std::string_view> name_at_front(std::string_view text) {
    if (!text.starts_with("${")) return std::nullopt;
    const std::size_t end = text.find('}');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view name = text.substr(2, end - 2);
    const bool is_name = !name.empty() && std::ranges::all_of(name, is_name_character);
    return is_name ? std::optional{name} : std::nullopt;
  }

  api::Tree applied_to_text(const api::Tree& node, const Place& place) const {
    api::Tree result;
    result.kind = node.kind;
    result.mark = node.mark;
    for (std::string_view rest = node.text; !rest.empty();) {
      if (rest.starts_with("$${")) {
        result.text += "${";
        rest.remove_prefix(3);
        continue;
      }
      const std::optional<std::string_view> name = name_at_front(rest);
      if (!name) {
        result.text += rest.front();
        rest.remove_prefix(1);
        continue;
      }
      const api::Tree* value = value_of(*name, node, place);
      rest.remove_prefix(name->size() + 3);
      if (value == nullptr) continue;
      if (result.text.empty() && rest.empty()) {
        result.kind = value->kind;
        result.items = value->items;
      }
      result.text += value->text;
    }
    return result;
  }

  const api::Tree* value_of(std::string_view name, const api::Tree& node, const Place& place) const {
    const auto found = values_.find(name);
    if (found != values_.end()) return &found->second;
    std::vector<std::string_view> names;
    for (const auto& [known, value] : values_) names.push_back(known);
    place.problem(node.mark, fmt::format("unknown variable ${{{0}}}{1}; use $${{{0}}} for the literal text", name,
                                         accepted_names(name, names)));
    reading_.reported.insert({node.mark.line, node.mark.column});
    return nullptr;
  }

  const Values& values_;
  Expansion& expansion_;
  Reading& reading_;
};

/// One axis of the matrix: a name and its values.
struct Axis {
  std::string name;
  std::vector<api::Tree> values;
};

std::vector<Axis> axes_of(const api::Tree& document, const Values& variables, const LoadOptions& options,
                          Reading& reading) {
  std::vector<Axis> axes;
  const api::Tree* matrix = spec_map(document, "matrix");
  if (matrix == nullptr) return axes;
  std::vector<std::string_view> names{kubelet_axis};
  for (const auto& [name, value] : variables) names.push_back(name);
  for (const auto& [name, mark, value] : matrix->members) {
    const Place place = Place{reading, "spec.matrix"}.member(name);
    if (name == kubelet_axis && options.kubelet) continue;
    const auto variable = variables.find(name);
    if (options.variables.contains(name) && variable != variables.end()) {
      axes.push_back({name, {variable->second}});
      continue;
    }
    if (std::ranges::find(names, name) == names.end()) {
      place.problem(mark, "unknown axis, neither `kubelet` nor a variable" + accepted_names(name, names));
    } else if (value.kind == Kind::list && value.items.empty()) {
      place.problem(value.mark, "found an empty list, accepted: at least one value");
    } else if (value.kind == Kind::list) {
      axes.push_back({name, value.items});
    }
  }
  return axes;
}

/// Gives ${kubelet} the value of --kubelet-version, which replaces the axis.
void override_kubelet_axis(const api::Tree& document, release::Release kubelet, Values& variables) {
  const api::Tree* matrix = spec_map(document, "matrix");
  const api::Tree* axis = matrix == nullptr ? nullptr : matrix->find(kubelet_axis);
  if (axis == nullptr) return;
  api::Tree value;
  value.kind = Kind::string;
  value.mark = axis->mark;
  value.text = release::to_string(kubelet);
  variables.insert_or_assign(std::string{kubelet_axis}, std::move(value));
}

/// Returns every combination of one value per axis, the last axis varying fastest.
std::vector<std::vector<std::size_t>> combinations(const std::vector<Axis>& axes) {
  std::vector<std::vector<std::size_t>> result{{}};
  for (const Axis& axis : axes) {
    std::vector<std::vector<std::size_t>> longer;
    for (const std::vector<std::size_t>& shorter : result) {
      for (std::size_t index = 0; index < axis.values.size(); ++index) {
        longer.push_back(shorter);
        longer.back().push_back(index);
      }
    }
    result = std::move(longer);
    if (result.size() > max_variants) break;
  }
  return result;
}

Variant variant_of(const api::Tree& document, const std::vector<Axis>& axes, const std::vector<std::size_t>& choice,
                   Values values, Expansion& expansion, Reading& reading) {
  Variant variant;
  for (std::size_t index = 0; index < axes.size(); ++index) {
    const Axis& axis = axes[index];
    const api::Tree& value = axis.values[choice[index]];
    variant.combination[axis.name] = value.text;
    values[axis.name] = value;
    if (axis.name != kubelet_axis) continue;
    release::Release kubelet;
    const Place place = Place{reading, "spec.matrix"}.member(axis.name).item(choice[index]);
    if (simulated_release().read(value, place, kubelet)) variant.kubelet = kubelet;
  }
  variant.document =
      values.empty() ? document : Substitution{values, expansion, reading}.apply(document, Place{reading});
  return variant;
}

}  // namespace

void for_each_variant(const api::Tree& document, const LoadOptions& options, Reading& reading,
                      const std::function<void(const Variant&)>& use) {
  Values variables = declared_variables(document, options, reading);
  const std::vector<Axis> axes = axes_of(document, variables, options, reading);
  if (options.kubelet) override_kubelet_axis(document, *options.kubelet, variables);
  const std::vector<std::vector<std::size_t>> chosen = combinations(axes);
  if (chosen.size() > max_variants) {
    Place{reading, "spec.matrix"}.problem(spec_map(document, "matrix")->mark,
                                          fmt::format("found more than {} combinations, the maximum", max_variants));
    return;
  }
  Expansion expansion;
  for (const std::vector<std::size_t>& choice : chosen) {
    const Variant variant = variant_of(document, axes, choice, variables, expansion, reading);
    if (expansion.is_too_large() || reading.problems.size() > api::input_limits.problems) return;
    use(variant);
  }
}

}  // namespace podreel::format
