#include "engine/decide/explain.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace podreel::decide {

std::string to_sentence(const Reason& reason, trace::StepKind kind) {
  const std::string since =
      reason.since ? fmt::format("{}, {}", release::to_string(*reason.since), reason.source) : std::string{};
  return trace::to_sentence({.kind = kind,
                             .subject = reason.subject,
                             .outcome = reason.effect,
                             .rule = reason.says,
                             .facts = reason.found,
                             .since = since});
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

namespace {

void add_kills(const PodActions& actions, std::vector<std::string>& parts) {
  for (const ContainerToReset& reset : actions.containers_to_reset) {
    parts.push_back(fmt::format("{} {}", reset.kill ? "kill and remove" : "remove", reset.id));
  }
  for (const ContainerToKill& kill : actions.containers_to_kill) {
    parts.push_back(fmt::format("kill {}: {}{}", kill.id, kill.message,
                                kill.reason.empty() ? "" : fmt::format(" [{}]", kill.reason)));
  }
}

void add_starts(const std::vector<std::size_t>& indices, const std::vector<api::Container>& containers,
                std::vector<std::string>& parts) {
  for (const std::size_t i : indices) parts.push_back("start " + containers.at(i).name);
}

}  // namespace

std::string in_short(const PodActions& actions, const api::PodSpec& spec) {
  std::vector<std::string> parts;
  if (actions.kill_pod) parts.emplace_back("kill pod");
  if (actions.create_sandbox) parts.emplace_back("new sandbox");
  add_kills(actions, parts);
  add_starts(actions.ephemeral_containers_to_start, spec.ephemeral_containers, parts);
  add_starts(actions.init_containers_to_start, spec.init_containers, parts);
  for (const ContainerToResize& resize : actions.containers_to_resize) parts.push_back("resize " + resize.id);
  add_starts(actions.containers_to_start, spec.containers, parts);
  return parts.empty() ? "nothing" : fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace podreel::decide
