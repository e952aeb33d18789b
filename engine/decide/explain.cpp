#include "engine/decide/explain.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace podreel::decide {

std::string to_sentence(const Reason& reason) {
  std::string text =
      fmt::format("{}: {}. {}", reason.subject.empty() ? "pod" : reason.subject, reason.found, reason.says);
  if (!reason.effect.empty()) text += fmt::format(" So: {}.", reason.effect);
  if (reason.since) text += fmt::format(" (since {}, {})", release::to_string(*reason.since), reason.source);
  return text;
}

nlohmann::ordered_json to_json(const Reason& reason) {
  nlohmann::ordered_json json;
  if (!reason.subject.empty()) json["subject"] = reason.subject;
  json["found"] = reason.found;
  json["rule"] = reason.rule;
  json["says"] = reason.says;
  if (!reason.effect.empty()) json["effect"] = reason.effect;
  if (reason.since) {
    json["since"] = release::to_string(*reason.since);
    json["source"] = reason.source;
  }
  return json;
}

}  // namespace podreel::decide
