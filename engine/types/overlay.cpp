#include "engine/types/overlay.hpp"

#include <algorithm>
#include <boost/assert.hpp>
#include <charconv>

#include "engine/api/take_word.hpp"
#include "engine/types/type_table.hpp"

namespace podreel::types {

namespace {

using api::take_word;

void parse_bound(std::string_view text, std::int64_t& bound) {
  std::from_chars(text.data(), text.data() + text.size(), bound);
}

/// "1..100", "0..".
void parse_bounds(std::string_view text, Rule& rule) {
  const std::size_t dots = text.find("..");
  parse_bound(text.substr(0, dots), rule.low);
  parse_bound(text.substr(dots + 2), rule.high);
}

/// "api", "kubelet:-1.9".
void parse_appliers(std::string_view text, Default& filled_in) {
  filled_in.by_api_server = text == "api";
  const std::size_t colon = text.find(':');
  filled_in.by_kubelet = parse_range(colon == std::string_view::npos ? "none" : text.substr(colon + 1));
}

}  // namespace

Overlay::Overlay(std::string_view text, std::span<const release::FeatureGate> gates) {
  api::for_each_line(text, [&](std::string_view line, int /*number*/) {
    const std::string_view name = take_word(line);
    if (name == "@same") {
      const std::string_view type = take_word(line);
      same_as_.emplace(type, take_word(line));
    } else {
      const std::size_t dot = name.rfind('.');
      fields_.emplace(std::pair{name.substr(0, dot), name.substr(dot + 1)}, parse(line, gates));
    }
  });
}

Description Overlay::parse(std::string_view words, std::span<const release::FeatureGate> gates) {
  Description result;
  while (true) {
    const std::string_view word = take_word(words);
    if (word.empty()) return result;
    const std::size_t equals = std::min(word.find('='), word.size() - 1);
    const std::string_view key = word.substr(0, equals);
    const std::string_view value = word.substr(equals + 1);
    if (word == "required" || word == "optional") {
      result.rule.required = word == "required";
    } else if (word == "unchecked") {
      result.rule.unchecked = true;
    } else if (key == "words") {
      result.rule.words = value;
    } else if (key == "form") {
      result.rule.format = format_named(value);
    } else if (key == "keys") {
      result.rule.key_format = format_named(value);
    } else if (key == "range") {
      parse_bounds(value, result.rule);
    } else if (key == "gate") {
      const auto gate = std::ranges::find(gates, value, &release::FeatureGate::name);
      BOOST_ASSERT(gate != gates.end());
      result.gate = &*gate;
    } else if (key == "ungated") {
      result.ungated = nlohmann::json::parse(value);
    } else if (key == "default") {
      result.filled_in = Default{nlohmann::json::parse(value)};
    } else {
      BOOST_ASSERT(key == "by" && result.filled_in);
      parse_appliers(value, *result.filled_in);
    }
  }
}

const Description& Overlay::find(std::string_view type, std::string_view field) const {
  static const Description none;
  const auto same = same_as_.find(type);
  const auto found = fields_.find({same == same_as_.end() ? type : same->second, field});
  return found == fields_.end() ? none : found->second;
}

std::set<std::string_view> Overlay::gate_names() const {
  std::set<std::string_view> names;
  for (const auto& [field, described] : fields_) {
    if (described.gate != nullptr) names.insert(described.gate->name);
  }
  return names;
}

}  // namespace podreel::types
