#include "tools/cli/batch/sync_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "engine/api/printable.hpp"
#include "tools/cli/batch/batch.hpp"

namespace podreel::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string shown_value(const Json& value) {
  return api::printable_line(value.is_string() ? value.get<std::string>() : api::printable_json(value));
}

/// Returns the subject of a call: a container or sandbox, by name if it has one.
std::string_view subject_of(const Json& call) {
  for (const std::string_view member : {"name", "id", "image"}) {
    if (call.contains(member)) return member;
  }
  return {};
}

/// Returns whether a member repeats the subject or is of no use to a reader.
bool is_left_out(std::string_view member) {
  constexpr std::array<std::string_view, 6> left_out{"op", "namespace", "uid", "sandbox", "group", "returnedID"};
  return std::ranges::find(left_out, member) != left_out.end();
}

std::string call_line(const Json& call) {
  const std::string_view subject = subject_of(call);
  std::string line = call.at("op").get<std::string>();
  if (!subject.empty()) line += " " + shown_value(call.at(subject));
  for (const auto& [member, value] : call.items()) {
    const bool is_said = member == subject || (member == "id" && subject == "name");
    if (is_said || is_left_out(member) || value.is_null()) continue;
    line += fmt::format(", {} {}", member, shown_value(value));
  }
  return line;
}

std::string result_line(const Json& result) {
  const std::string target = shown_value(result.at("target"));
  const std::string what =
      fmt::format("{}{}", result.at("action").get<std::string>(), target.empty() ? "" : " " + target);
  if (result.at("error").is_null()) return what + ": done";
  return fmt::format("{}: {}: {}", what, shown_value(result.at("error")), shown_value(result.at("message")));
}

std::string event_line(const Json& event) {
  return fmt::format("{} {}: {}", shown_value(event.at("type")), shown_value(event.at("reason")),
                     shown_value(event.at("message")));
}

template <class Line>
void add_lines(std::string& text, const Json& record, std::string_view member, std::string_view title,
               const Line& line) {
  const auto items = record.find(member);
  if (items == record.end() || items->empty()) return;
  text += fmt::format("  {}:\n", title);
  for (const Json& item : *items) text += fmt::format("    {}\n", line(item));
}

}  // namespace

std::string sync_text(const Json& record) {
  std::string text = id_text(record.at("id"));
  if (const auto step = record.find("step"); step != record.end() && *step != 0) {
    text += fmt::format(", step {}", shown_value(*step));
  }
  text += ":\n";
  if (const auto panic = record.find("panic"); panic != record.end()) {
    return text + fmt::format("  the kubelet panics: {}\n", shown_value(*panic));
  }
  add_lines(text, record, "calls", "calls", call_line);
  add_lines(text, record, "results", "results", result_line);
  if (const auto error = record.find("syncError"); error != record.end()) {
    text += fmt::format("  the sync fails: {}\n", shown_value(*error));
  }
  add_lines(text, record, "events", "events", event_line);
  add_lines(text, record, "assumed", "assumed", shown_value);
  return text;
}

}  // namespace podreel::cli
