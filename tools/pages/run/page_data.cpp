#include "tools/pages/run/page_data.hpp"

#include <nlohmann/json.hpp>

#include "engine/api/enum_names.hpp"
#include "engine/api/printable.hpp"
#include "engine/trace/json_line.hpp"
#include "engine/trace/json_text.hpp"
#include "engine/trace/narration.hpp"
#include "engine/trace/unexplained.hpp"
#include "scenarios/checks/explanation.hpp"
#include "tools/text/script_safe.hpp"
#include "tools/timeline/page_time.hpp"
#include "tools/timeline/run_names.hpp"

namespace podreel::cli {

namespace {

std::string_view name_of(trace::Mood mood) {
  constexpr auto names = api::enum_names<trace::Mood>("plain", "good", "warning", "bad", "outside", "quiet");
  return names[mood];
}

/// [who, what, why, mood, 1 for a detail]
void append_narration(std::string& out, const trace::Narration& narration) {
  out += '[';
  for (const std::string* text : {&narration.who, &narration.what, &narration.why}) {
    trace::append_json_string(out, api::printable_line(*text));
    out += ',';
  }
  trace::append_json_string(out, name_of(narration.mood));
  out += narration.is_detail ? ",1]" : ",0]";
}

}  // namespace

void PageData::write(const trace::Record& record) {
  digest_.write(record);
  if (!records_.empty()) {
    records_ += ",\n";
    narrations_ += ",\n";
  }
  trace::append_json_line(records_, record, start_);
  const trace::Narration narration = trace::narrate(trace::unexplained(record));
  append_narration(narrations_, narration);
}

std::string PageData::text(const PageRun& run, sim::Duration length, bool settled) const {
  const format::Scenario& scenario = run.scenario;
  nlohmann::ordered_json head;
  head["name"] = api::printable_line(run.name);
  head["scenario"] = api::printable_line(format::title(scenario));
  const format::Explanation explanation = format::explanation_of(scenario);
  head["description"] = explanation.statements.empty()
                            ? scenario.description
                            : explanation.title + '\n' + format::text_after_title(explanation);
  head["node"] = scenario.node.name;
  head["kubelet"] = release::to_string(scenario.node.kubelet.version);
  head["policy"] = policy_name(scenario.node.kubelet.identity_policy);
  head["timing"] = to_string(scenario.timing);
  head["seed"] = scenario.seed;
  head["lengthSeconds"] = page_seconds(length);
  head["settled"] = settled;
  head["digest"] = digest_.hex();
  head["command"] = api::printable_line(run.command);
  head["pods"] = pods_.document();
  std::string document = api::printable_json(head);
  document.pop_back();
  document += ",\n\"records\":[\n" + records_ + "\n],\n\"narrations\":[\n" + narrations_ + "\n]}";
  return script_safe(document);
}

}  // namespace podreel::cli
