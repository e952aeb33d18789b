#include "scenarios/format/record_patterns.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "engine/trace/former_names.hpp"
#include "engine/trace/record.hpp"
#include "scenarios/format/event_reasons.hpp"
#include "scenarios/format/record_schema.hpp"
#include "scenarios/format/runtime_calls.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/pod_names.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

/// Gives access to the part `name` of a pattern.
auto part(const char* name) {
  return [name](Pattern& pattern) -> Pattern& { return pattern[name]; };
}

Shape<Pattern> pod_part() {
  return adapted<Pattern>(pod_name(), [](std::string&& name, Pattern& pattern) { pattern = std::move(name); });
}

Shape<Pattern> name_pattern(std::string what, std::vector<std::string> names) {
  return adapted<Pattern>(one_of(std::move(what), std::move(names)),
                          [](std::string&& name, Pattern& pattern) { pattern = std::move(name); });
}

Shape<Pattern> text_pattern() {
  return adapted<Pattern>(possibly_empty_text(),
                          [](std::string&& text, Pattern& pattern) { pattern = std::move(text); });
}

struct NumberBounds {
  std::optional<std::uint64_t> at_least;
  std::optional<std::uint64_t> at_most;
};

Shape<NumberBounds> bounds_shape() {
  return Object<NumberBounds>{"bounds", "A number from `atLeast` to `atMost`."}
      .field("atLeast", &NumberBounds::at_least, integer<std::uint64_t>(0), "Not less than this.")
      .field("atMost", &NumberBounds::at_most, integer<std::uint64_t>(0), "Not more than this.")
      .shape();
}

Shape<Pattern> number_pattern() {
  const auto exact =
      adapted<Pattern>(integer<std::int64_t>(0), [](std::int64_t number, Pattern& pattern) { pattern = number; });
  const auto bounds = adapted<Pattern>(bounds_shape(), [](NumberBounds&& written, Pattern& pattern) {
    pattern = Pattern::object();
    if (written.at_least) pattern["atLeast"] = *written.at_least;
    if (written.at_most) pattern["atMost"] = *written.at_most;
  });
  return either(bounds, {api::Tree::Kind::map}, exact);
}

bool is_glob(std::string_view text) {
  return text.find_first_of("*?") != std::string_view::npos;
}

/// Reports a reason that no event has. A reason that resembles none may come from a client, and is only warned of.
void check_reason(const api::Tree& node, const Place& place, Pattern& /*pattern*/) {
  const api::Tree* reason = node.find("reason");
  if (reason == nullptr || is_glob(reason->text)) return;
  const auto& known = event_reasons();
  if (std::ranges::find(known, reason->text) != known.end()) return;
  const std::string nearest = api::did_you_mean(reason->text, known, '"');
  const std::string message = "unknown event reason" + nearest;
  if (nearest.empty()) {
    place.member("reason").warning(reason->mark, message);
  } else {
    place.member("reason").problem(reason->mark, message);
  }
}

/// Records the pod and the container of a record, which the scenario must have.
void note_references(const api::Tree& node, const Place& place, Pattern& /*pattern*/) {
  const api::Tree* pod = node.find("pod");
  const api::Tree* container = node.find("container");
  if (container == nullptr || container->kind != api::Tree::Kind::string || container->text.empty()) return;
  const std::string of_pod = pod == nullptr || pod->text.empty() ? "*/*" : qualified(pod->text);
  place.member("container").reference(container->mark, Reference::Kind::container, of_pod, container->text);
}

Shape<Pattern> event_fields() {
  return Object<Pattern>{"eventPattern", "An event of the kubelet; texts may have * and ?."}
      .field("type", part("type"), name_pattern("an event type", {"Normal", "Warning"}), "Normal or Warning.")
      .field("reason", part("reason"), text_pattern(), "\"Killing\", \"BackOff\" …")
      .field("message", part("message"), text_pattern(), "Its message.")
      .field("fieldPath", part("fieldPath"), text_pattern(), "\"spec.containers{app}\".")
      .field("pod", part("pod"), pod_part(), "Its pod.")
      .check(check_reason)
      .shape();
}

Shape<Pattern> call_fields() {
  return Object<Pattern>{"callPattern", "A runtime call; texts may have * and ?."}
      .field("op", part("op"), name_pattern("a runtime call", runtime_calls()), "The CRI method.")
      .field("pod", part("pod"), pod_part(), "Its pod.")
      .field("container", part("container"), text_pattern().example("app"), "The container's name.")
      .field("attempt", part("attempt"), number_pattern(), "The container's attempt.")
      .field("sandboxAttempt", part("sandbox_attempt"), number_pattern(), "The sandbox's attempt.")
      .field("image", part("image"), text_pattern(), "The image.")
      .field("timeout", part("timeout"), number_pattern(), "Timeout of StopContainer in seconds.")
      .field("command", part("command"), text_pattern(), "The command of an ExecSync, words joined by spaces.")
      .field("exitCode", part("exitCode"), number_pattern(), "Exit code of a command.")
      .field("error", part("error"), text_pattern(), "Error of a failed call.")
      .check(note_references)
      .shape();
}

template <class... Kinds>
std::vector<std::string> kinds_in(const std::variant<Kinds...>* /*payload*/) {
  return {std::string{Kinds::kind}...};
}

Shape<std::string> record_kind() {
  return one_of("the kind of a record", kinds_in(static_cast<const trace::Payload*>(nullptr)));
}

using trace::Renaming;
constexpr Renaming former_happening{"action_missed", "actionWithoutTarget"};

void warn_of_former(api::Mark mark, const Place& place, const Renaming& renaming) {
  place.warning(mark, fmt::format("\"{}\" is the former spelling; write {}", renaming.former, renaming.current));
}

/// Replaces former spellings in `pattern`, which was read from `node`, with a warning for each.
void use_current_spelling(const api::Tree& node, const Place& place, Pattern& pattern) {
  for (const auto& [name, renaming] : {std::pair{"kind", trace::former_kind}, std::pair{"what", former_happening}}) {
    const api::Tree* value = node.find(name);
    if (value == nullptr || value->kind != api::Tree::Kind::string || value->text != renaming.former) continue;
    warn_of_former(value->mark, place.member(name), renaming);
    pattern[name] = renaming.current;
  }
  for (const Renaming& renaming : trace::former_fields) {
    const auto found = pattern.find(renaming.former);
    if (found == pattern.end()) continue;
    warn_of_former(node.find(renaming.former)->mark, place.member(renaming.former), renaming);
    pattern[std::string{renaming.current}] = *found;
    pattern.erase(found);
  }
}

using RecordFields = std::map<std::string, std::vector<std::string>, std::less<>>;

/// Returns the names of the fields of each kind of record.
const RecordFields& record_fields() {
  static const RecordFields fields = [] {
    RecordFields of_kinds;
    const Json schema = record_schema();
    for (const auto& definition : schema.at("$defs")) {
      if (!definition.contains("properties")) continue;
      const Json& properties = definition.at("properties");
      if (!properties.contains("kind") || !properties.at("kind").contains("const")) continue;
      std::vector<std::string>& names = of_kinds[properties.at("kind").at("const").get<std::string>()];
      for (const auto& [name, property] : properties.items()) names.push_back(name);
    }
    return of_kinds;
  }();
  return fields;
}

/// Reports fields that records of this kind do not have.
void check_fields(const api::Tree& node, const Place& place, const Pattern& pattern) {
  const auto known = record_fields().find(pattern.value("kind", ""));
  if (known == record_fields().end()) return;
  const std::vector<std::string_view> names{known->second.begin(), known->second.end()};
  for (const auto& [name, mark, value] : node.members) {
    if (!pattern.contains(name) || std::ranges::find(names, name) != names.end()) continue;
    place.member(name).problem(mark, "unknown field" + accepted_names(name, names));
  }
}

/// Reads and checks the members of a pattern with the kind of a record.
bool read_record(const api::Tree& node, const Place& place, Pattern& pattern, const api::Tree& kind) {
  std::string name;
  const Place at = place.member("kind");
  if (kind.text == trace::former_kind.former) return true;
  if (!(is_glob(kind.text) ? text() : record_kind()).read(kind, at, name)) return false;
  const std::size_t before = place.reading().problems.size();
  check_fields(node, place, pattern);
  note_references(node, place, pattern);
  return place.reading().problems.size() == before;
}

Shape<Pattern> record_tree() {
  return {"a map with kind",
          [](const api::Tree& node, const Place& place, Pattern& pattern) {
            pattern = api::to_json(node);
            if (node.kind != api::Tree::Kind::map) {
              place.mismatch(node, "a map with the kind and fields of a record");
              return false;
            }
            use_current_spelling(node, place, pattern);
            if (const api::Tree* kind = node.find("kind")) return read_record(node, place, pattern, *kind);
            place.member("kind").problem(node.mark,
                                         "required, but missing: the kind of a record, as in `podreel run -o jsonl`");
            return false;
          },
          [](Definitions&) {
            return Json{{"type", "object"},
                        {"properties", {{"kind", {{"type", "string"}}}}},
                        {"required", {"kind"}},
                        {"examples", Json::array({Json{{"kind", "environment"}, {"what", "sandbox_died"}}})}};
          }};
}

/// Returns one of the three forms of record patterns; `kind` is set for forms without it.
Shape<RecordPattern> record_written_as(std::string word, std::string kind, const Shape<Pattern>& shape) {
  return adapted<RecordPattern>(shape, [word, kind](Pattern&& pattern, RecordPattern& record) {
    if (pattern.is_null()) pattern = Pattern::object();
    if (!kind.empty()) pattern["kind"] = kind;
    record = {word, std::move(pattern)};
  });
}

}  // namespace

Shape<RecordPattern> event_pattern() {
  return record_written_as("event", "event", event_fields());
}

Shape<RecordPattern> call_pattern() {
  return record_written_as("call", "runtime", call_fields());
}

Shape<RecordPattern> record_pattern() {
  return record_written_as("record", "", record_tree());
}

Shape<Count> count_shape() {
  const auto exact = adapted<Count>(integer<std::uint64_t>(0), [](std::uint64_t number, Count& count) {
    count = {number, number};
  });
  const auto bounds = adapted<Count>(bounds_shape(), [](NumberBounds&& written, Count& count) {
    count = {written.at_least.value_or(0), written.at_most};
  });
  return either(bounds, {api::Tree::Kind::map}, exact);
}

}  // namespace podreel::format
