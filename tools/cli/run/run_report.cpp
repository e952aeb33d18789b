#include "tools/cli/run/run_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>
#include <utility>

#include "engine/api/printable.hpp"
#include "engine/invariant.hpp"
#include "engine/trace/instant_text.hpp"
#include "engine/trace/json_line.hpp"
#include "engine/trace/json_tree.hpp"
#include "engine/trace/jsonl.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "tools/cli/arguments/pod_listing.hpp"
#include "tools/cli/run/explanation_width.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

bool is_document(OutputFormat format) {
  return format == OutputFormat::json || format == OutputFormat::yaml;
}

/// Adds the run's name to each line if there are several runs.
class NamedLines final : public trace::Sink {
 public:
  NamedLines(std::ostream& out, sim::Time start, const std::string& run)
      : out_{out}, start_{start}, name_{fmt::format("{{\"run\":{},", api::printable_json(nlohmann::json(run)))} {}

  void write(const trace::Record& record) override {
    line_.clear();
    trace::append_json_line(line_, record, start_);
    out_ << name_ << std::string_view{line_}.substr(1) << '\n';
  }

 private:
  std::ostream& out_;
  sim::Time start_;
  std::string name_;
  std::string line_;
};

/// Returns the sink for JSON Lines; null in other formats. `run` is empty if there is only one.
std::unique_ptr<trace::Sink> make_json_timeline(const RunOptions& options, sim::Time start, const std::string& run,
                                                std::ostream& out) {
  if (options.watch || options.step || options.format != OutputFormat::jsonl) return nullptr;
  if (!run.empty()) return std::make_unique<NamedLines>(out, start, run);
  return std::make_unique<trace::JsonlSink>(out, start);
}

bool prints_text_timeline(const RunOptions& options) {
  return !options.watch && !options.step && options.format != OutputFormat::jsonl && !is_document(options.format);
}

trace::TextTimelineOptions text_options(const format::Scenario& scenario, const RunOptions& options,
                                        const Terminal& terminal) {
  return {.colour = terminal.colour,
          .details = options.format == OutputFormat::wide,
          .max_pod_width = format::max_pod_name_length(scenario),
          .width = explanation_width(terminal),
          .folds = options.explain};
}

/// Returns "1.28.15", or "1.28.15, before that 1.27.16" after an upgrade.
std::string kubelets_text(const simulation::ReplayResult& result) {
  std::string text;
  for (auto version = result.kubelets.rbegin(); version != result.kubelets.rend(); ++version) {
    text += (text.empty() ? "" : ", before that ") + release::to_string(*version);
  }
  return text;
}

}  // namespace

void RunReport::Collector::write(const trace::Record& record) {
  records.push_back(trace::ordered_json_of(record, start_));
}

RunReport::RunReport(const format::Scenario& scenario, const RunOptions& options, sim::Time start, Context& context,
                     bool with_title, std::optional<std::size_t> max_lines)
    : scenario_{scenario},
      options_{options},
      context_{context},
      json_timeline_{make_json_timeline(options, start, with_title ? format::title(scenario) : "", context.out)},
      collector_{start},
      digest_{start},
      max_lines_{max_lines} {
  if (prints_text_timeline(options)) {
    text_timeline_.emplace(context.out, start, text_options(scenario, options, context.out_terminal));
    if (max_lines) folded_timeline_.emplace();
  }
  if (options.trace_out) {
    trace_file_.emplace(*options.trace_out);
    trace_document_.emplace(trace_file_->stream());
    trace_.emplace(*trace_document_, scenario.node.name, 1, start);
  }
  if (with_title && is_table(options.format)) {
    context.out << emphasised(context.out_terminal, Emphasis::strong, api::printable_line(format::title(scenario)))
                << "\n\n";
  }
}

std::vector<trace::Sink*> RunReport::sinks() {
  std::vector<trace::Sink*> result{&digest_, &events_};
  if (json_timeline_) result.push_back(json_timeline_.get());
  if (folded_timeline_) {
    result.push_back(&*folded_timeline_);
  } else if (text_timeline_) {
    result.push_back(&*text_timeline_);
  }
  if (is_document(options_.format)) result.push_back(&collector_);
  if (trace_) result.push_back(&*trace_);
  return result;
}

void RunReport::finish(const simulation::ReplayResult& result) {
  PODREEL_INVARIANT(!std::exchange(is_finished_, true), "a run is reported once");
  if (folded_timeline_) print_timeline_within(*max_lines_, result);
  if (text_timeline_) text_timeline_->flush();
  PODREEL_INVARIANT(trace_.has_value() == trace_file_.has_value(), "a trace is written into its file");
  if (trace_) {
    trace_->finish(result.started_at + result.length);
    trace_document_->finish();
    trace_file_->commit();
  }
  if (options_.watch || options_.step) return;
  if (is_document(options_.format)) return print_document_of(result);
  if (options_.format != OutputFormat::jsonl) print_end(result);
}

std::string RunReport::pods_text(const simulation::ReplayResult& result) const {
  if (result.pods.empty()) return "No pods left.\n";
  return pod_listing(result.pods, result.started_at + result.length, options_.format == OutputFormat::wide);
}

std::string RunReport::events_text(const simulation::ReplayResult& result) const {
  if (!shows_events_) {
    return fmt::format("\nThe events of {} are left out; --full shows them.\n", counted(result.pods.size(), "pod"));
  }
  std::string text;
  for (const api::PodPtr& pod : result.pods) {
    text += fmt::format("\nEvents of {}:\n{}", api::printable_line(api::full_name(*pod)),
                        events_.table(api::full_name(*pod), result.started_at + result.length));
  }
  return text;
}

/// Leaves out the events first, if the output is too long.
void RunReport::print_timeline_within(std::size_t max_lines, const simulation::ReplayResult& result) {
  constexpr std::size_t lines_at_end = 6;
  const auto lines_of = [](const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
  };
  std::size_t end = lines_at_end + lines_of(pods_text(result)) + lines_of(events_text(result));
  shows_events_ = result.pods.empty() || end + folded_timeline_->size() <= max_lines;
  if (!shows_events_) end = lines_at_end + lines_of(pods_text(result)) + lines_of(events_text(result));
  constexpr std::size_t lines_of_note = 2;
  end += lines_of_note;
  folded_timeline_->print(*text_timeline_, context_.out, max_lines > end ? max_lines - end : 0);
}

void RunReport::print_end(const simulation::ReplayResult& result) {
  std::ostream& out = context_.out;
  const std::string_view timing = scenario_.timing == timing::Model::ideal ? ", ideal timing" : "";
  const std::string_view how = result.settled ? ", settled" : "";
  const std::string length =
      folded_timeline_ ? trace::format_instant(result.length) : format::duration_text(result.length);
  out << "\nafter " << length << " (kubelet " << kubelets_text(result) << timing << how << "):\n\n";
  out << pods_text(result) << events_text(result);
  out << "\ndigest " << digest_.hex() << "\n\n";
}

void RunReport::print_document_of(const simulation::ReplayResult& result) {
  nlohmann::ordered_json document;
  document["scenario"] = format::title(scenario_);
  document["kubelet"] = release::to_string(result.kubelets.back());
  if (scenario_.timing == timing::Model::ideal) document["timing"] = to_string(scenario_.timing);
  document["lengthSeconds"] = static_cast<double>(result.length.count()) / 1e9;
  document["settled"] = result.settled;
  document["digest"] = digest_.hex();
  document["timeline"] = std::move(collector_.records);
  document["pods"] = nlohmann::ordered_json::array();
  for (const nlohmann::json& object : result.objects) document["pods"].push_back(nlohmann::ordered_json(object));
  print_document(context_.out, options_.format, document);
}

}  // namespace podreel::cli
