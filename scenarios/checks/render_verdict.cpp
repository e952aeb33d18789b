#include <algorithm>
#include <fmt/format.h>

#include "engine/trace/json_tree.hpp"
#include "scenarios/checks/judge.hpp"
#include "scenarios/format/shapes/duration.hpp"

namespace podreel::language {

namespace {

std::string difference_lines(const Difference& difference) {
  const std::string_view path = difference.path.empty() ? std::string_view{"pod"} : difference.path;
  return fmt::format("    {}\n      expected  {}\n      seen      {}\n", path, difference.expected, difference.seen);
}

/// "  12.34s  event  {"reason":"Started"}": what is told elsewhere in the line is left out of the fields.
std::string record_line(const trace::Record& record, sim::Time start) {
  nlohmann::json fields = trace::json_of(record, start);
  const std::string kind = fields.value("kind", "");
  const std::string pod = fields.value("pod", "");
  for (const char* told : {"kind", "pod", "t"}) fields.erase(told);
  std::string text;
  for (const auto& [name, value] : fields.items()) {
    text += fmt::format("  {}={}", name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return fmt::format("    {:>12}  {:<10}  {}{}\n", time_text(record.time, start), kind, pod, text);
}

}  // namespace

std::string time_text(sim::Time time, sim::Time start) {
  return duration_text(std::chrono::floor<std::chrono::milliseconds>(time - start));
}

std::string render_verdict(const Verdict& verdict, const Scenario& scenario, sim::Time start) {
  const Expectation& expectation = *verdict.expectation;
  std::string text =
      fmt::format("{}:{}:{}: {}\n", scenario.file, expectation.mark.line, expectation.mark.column, expectation.text);
  if (!expectation.because.empty()) text += fmt::format("  because {}\n", expectation.because);
  text += fmt::format("  {}{}\n", verdict.seen, verdict.differences.empty() ? "" : ":");
  for (const Difference& difference : verdict.differences) text += difference_lines(difference);
  if (!verdict.nearest.empty()) text += "  the nearest records:\n";
  for (const trace::Record& record : verdict.nearest) text += record_line(record, start);
  return text;
}

}  // namespace podreel::language
