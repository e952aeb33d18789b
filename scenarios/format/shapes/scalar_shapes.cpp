#include "scenarios/format/shapes/scalar_shapes.hpp"

#include <algorithm>
#include <charconv>

#include "engine/api/amount.hpp"
#include "engine/api/quantity.hpp"
#include "engine/release/patch_releases.hpp"
#include "engine/release/release.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::format {

namespace {

using Kind = api::Tree::Kind;

bool is_text(const api::Tree& node, const Place& place, std::string_view accepted) {
  if (node.kind == Kind::string) return true;
  place.mismatch(node, accepted);
  return false;
}

/// Recognizes a number in place of a duration: almost always a forgotten unit.
bool is_bare_number(const api::Tree& node) {
  return node.kind == Kind::integer || node.kind == Kind::real;
}

bool read_duration(const api::Tree& node, const Place& place, sim::Duration& value, const std::string& accepted) {
  if (node.kind != Kind::string && !is_bare_number(node)) {
    place.mismatch(node, accepted);
    return false;
  }
  const std::variant<sim::Duration, DurationError> parsed = parse_duration(node.text);
  if (const DurationError* error = std::get_if<DurationError>(&parsed)) {
    place.problem(node.mark, error->message);
    return false;
  }
  value = std::get<sim::Duration>(parsed);
  return true;
}

/// Uses `minimum`, or ten seconds if that is allowed, as an example.
Json duration_schema(sim::Duration minimum = {}, sim::Duration maximum = sim::Duration::max()) {
  const sim::Duration example = std::clamp<sim::Duration>(std::chrono::seconds{10}, minimum, maximum);
  return {{"type", "string"}, {"pattern", duration_pattern()}, {"examples", Json::array({duration_text(example)})}};
}

/// Returns the release that a number without quotes was meant to be: YAML reads 1.30 as the number 1.3.
std::string quoted_release(const std::string& number) {
  const std::optional<release::Release> parsed = release::parse_release(number);
  const bool lost_a_zero = !parsed || !release::is_simulated(*parsed);
  return lost_a_zero ? number + "0" : number;
}

/// Returns every minor release, with `escape` before each dot.
std::vector<std::string> minor_releases(std::string_view escape) {
  std::vector<std::string> names;
  for (const release::Release release : release::simulated_releases()) {
    names.push_back(fmt::format("1{}.{}", escape, release.minor));
  }
  return names;
}

bool read_quantity(const api::Tree& node, const Place& place, std::string& value) {
  value = node.text;
  const bool is_scalar = node.kind == Kind::string || node.kind == Kind::integer || node.kind == Kind::real;
  if (is_scalar && api::Quantity::parse(node.text)) return true;
  place.mismatch(node, "a quantity, such as 500m or 1Gi");
  return false;
}

Json quantity_schema(Definitions& /*definitions*/) {
  return {{"type", {"string", "number"}},
          {"pattern", "^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$"},
          {"examples", {"500m", "1Gi"}}};
}

/// In millionths of the whole.
std::optional<std::uint32_t> parse_percentage(std::string_view text) {
  constexpr std::size_t max_decimals = 4;
  constexpr std::uint32_t maximum = 1'000'000;
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view decimals = text.substr(std::min(point + 1, text.size()));
  const bool has_decimals = point < text.size();
  if (point == 0 || point > 3 || has_decimals == decimals.empty() || decimals.size() > max_decimals)
    return std::nullopt;
  std::string digits{text.substr(0, point)};
  digits.append(decimals).append(max_decimals - decimals.size(), '0');
  std::uint32_t millionths = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), millionths);
  const bool is_whole = error == std::errc{} && stop == digits.data() + digits.size() && millionths <= maximum;
  return is_whole ? std::optional{millionths} : std::nullopt;
}

}  // namespace

Shape<std::string> text() {
  return {"a text",
          [](const api::Tree& node, const Place& place, std::string& value) {
            if (!is_text(node, place, "a text")) return false;
            if (node.text.empty()) place.mismatch(node, "a text that is not empty");
            value = node.text;
            return !value.empty();
          },
          [](Definitions&) {
            return Json{{"type", "string"}, {"minLength", 1}};
          }};
}

Shape<std::string> possibly_empty_text() {
  return {"a text",
          [](const api::Tree& node, const Place& place, std::string& value) {
            if (!is_text(node, place, "a text")) return false;
            value = node.text;
            return true;
          },
          [](Definitions&) {
            return Json{{"type", "string"}};
          }};
}

Shape<bool> boolean() {
  return {"true or false",
          [](const api::Tree& node, const Place& place, bool& value) {
            value = node.text == "true";
            if (node.kind == Kind::boolean) return true;
            place.mismatch(node, "true or false");
            return false;
          },
          [](Definitions&) {
            return Json{{"type", "boolean"}};
          }};
}

Shape<std::string> one_of(std::string what, std::vector<std::string> names) {
  return {what,
          [what, names](const api::Tree& node, const Place& place, std::string& value) {
            value = node.text;
            if (node.kind == Kind::string && std::ranges::find(names, value) != names.end()) return true;
            const std::vector<std::string_view> accepted{names.begin(), names.end()};
            place.problem(node.mark, fmt::format("found {}{}", shown(node), accepted_names(node.text, accepted)));
            return false;
          },
          [names](Definitions&) {
            return Json{{"type", "string"}, {"enum", names}};
          }};
}

Shape<sim::Duration> duration(sim::Duration minimum, sim::Duration maximum) {
  std::string accepted = "a duration";
  const bool bounded = maximum < sim::Duration::max();
  if (bounded) {
    accepted += fmt::format(" from {} to {}", duration_text(minimum), duration_text(maximum));
  } else if (minimum > sim::Duration{}) {
    accepted += fmt::format(" of at least {}", duration_text(minimum));
  }
  return {accepted,
          [=](const api::Tree& node, const Place& place, sim::Duration& value) {
            if (!read_duration(node, place, value, accepted)) return false;
            if (value >= minimum && value <= maximum) return true;
            place.mismatch(node, accepted);
            return false;
          },
          [=](Definitions&) { return duration_schema(minimum, maximum); }};
}

Shape<std::optional<sim::Duration>> duration_or(std::string word) {
  const std::string accepted = fmt::format("a duration or {}", word);
  return {accepted,
          [=](const api::Tree& node, const Place& place, std::optional<sim::Duration>& value) {
            if (node.kind == Kind::string && node.text == word) {
              value.reset();
              return true;
            }
            return read_duration(node, place, value.emplace(), accepted);
          },
          [=](Definitions&) {
            return Json{{"anyOf", Json::array({Json{{"const", word}}, duration_schema()})}};
          }};
}

Shape<std::uint32_t> percentage() {
  const std::string accepted = "a percentage from 0% to 100%, with at most four decimals";
  return {accepted,
          [=](const api::Tree& node, const Place& place, std::uint32_t& value) {
            const std::optional<std::uint32_t> millionths = parse_percentage(node.text);
            if (node.kind == Kind::string && millionths) {
              value = *millionths;
              return true;
            }
            place.mismatch(node, accepted);
            return false;
          },
          [](Definitions&) {
            return Json{{"type", "string"},
                        {"pattern", "^(100(\\.0{1,4})?|[0-9]{1,2}(\\.[0-9]{1,4})?)%$"},
                        {"examples", Json::array({"0.5%"})}};
          }};
}

Shape<release::Release> simulated_release() {
  const std::string accepted =
      fmt::format("a release from {} to {}, such as \"1.30\" or \"1.30.7\"",
                  release::minor_string(release::oldest_release()), release::minor_string(release::newest_release()));
  return {accepted,
          [=](const api::Tree& node, const Place& place, release::Release& value) {
            if (node.kind == Kind::real) {
              place.problem(node.mark, fmt::format("found {}, accepted: {}; did you mean \"{}\", with quotes?",
                                                   shown(node), accepted, quoted_release(node.text)));
              return false;
            }
            const std::optional<release::Release> parsed =
                node.kind == Kind::string ? release::parse_release(node.text) : std::nullopt;
            if (parsed && release::is_simulated(*parsed)) {
              value = *parsed;
              const std::string note = release::stand_in_note(node.text);
              if (!note.empty()) place.warning(node.mark, note);
              return true;
            }
            const bool is_text = node.kind == Kind::string;
            place.mismatch(node, accepted + (is_text ? release::refusal_clause(node.text) : ""));
            return false;
          },
          [](Definitions&) {
            return Json{{"type", "string"},
                        {"pattern", fmt::format("^v?({})(\\.[0-9]{{1,3}})?$", fmt::join(minor_releases("\\"), "|"))},
                        {"examples", minor_releases("")}};
          }};
}

Shape<std::string> any_scalar() {
  return {"a text, number or boolean",
          [](const api::Tree& node, const Place& place, std::string& value) {
            value = node.text;
            if (node.kind != Kind::null && node.kind != Kind::list && node.kind != Kind::map) return true;
            place.mismatch(node, "a text, number or boolean");
            return false;
          },
          [](Definitions&) {
            return Json{{"type", {"string", "number", "boolean"}}};
          }};
}

Shape<nlohmann::json> tree(std::string accepted) {
  return {std::move(accepted),
          [](const api::Tree& node, const Place&, nlohmann::json& value) {
            value = api::to_json(node);
            return true;
          },
          [](Definitions&) { return Json::object(); }};
}

Shape<std::int64_t> bytes() {
  return adapted<std::int64_t>(Shape<std::string>{"a quantity", read_quantity, quantity_schema},
                               [](std::string&& text, std::int64_t& bytes) { bytes = api::whole_value(text); });
}

Shape<api::ResourceList> resource_list() {
  return map_of<api::ResourceList>(Shape<std::string>{"a quantity", read_quantity, quantity_schema})
      .example({{"cpu", "2"}, {"memory", "4Gi"}});
}

}  // namespace podreel::format
