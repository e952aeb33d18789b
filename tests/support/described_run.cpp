#include "tests/support/described_run.hpp"

#include <fmt/format.h>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>

#include "engine/trace/event_list.hpp"
#include "scenarios/simulation/replay.hpp"
#include "tests/support/page_tables.hpp"

namespace podreel::testing {

namespace {

using Lines = std::vector<std::string>;

/// Keeps what is told of the node, and the last status of every pod.
class Described final : public trace::Sink {
 public:
  void write(const trace::Record& record) override {
    events_.write(record);
    if (const auto* event = std::get_if<trace::Event>(&record.payload); event != nullptr && record.pod.empty())
      add(fmt::format("node: {} {} {}", event->type, event->reason, event->message));
    if (const auto* status = std::get_if<trace::Status>(&record.payload)) statuses_[record.pod] = status->status;
    if (const auto* node = std::get_if<trace::Node>(&record.payload)) take(*node);
    if (const auto* api = std::get_if<trace::Api>(&record.payload)) take(record.pod, *api);
  }

  [[nodiscard]] Lines lines() const {
    Lines all;
    for (const auto& [pod, status] : statuses_) {
      const std::string name = pod.substr(pod.find('/') + 1);
      for (const std::string& line : lines_of(*status)) all.push_back(name + ": " + line);
      if (const auto deleted = deletions_.find(pod); deleted != deletions_.end())
        all.push_back(name + ": " + deleted->second);
      for (const trace::ListedEvent& event : events_.events(pod)) {
        if (event.count > 1 || !is_of_every_start(event.reason)) all.push_back(name + ": " + line_of(event));
      }
    }
    all.insert(all.end(), node_.begin(), node_.end());
    return all;
  }

 private:
  static bool is_of_every_start(std::string_view reason) {
    return reason == "Pulled" || reason == "Created" || reason == "Started";
  }

  static std::string line_of(const trace::ListedEvent& event) {
    const std::string times = event.count > 1 ? fmt::format(" (x{})", event.count) : "";
    return fmt::format("{} {}{} {}", event.type, event.reason, times, event.message);
  }

  /// Those that are not empty, a blank before each but the first.
  static std::string words(std::initializer_list<std::string_view> all) {
    std::string text;
    for (const std::string_view word : all) {
      if (!word.empty()) text += text.empty() ? std::string{word} : fmt::format(" {}", word);
    }
    return text;
  }

  static std::string line_of(const api::ContainerState& state) {
    if (const auto* waiting = std::get_if<api::StateWaiting>(&state))
      return words({"Waiting", waiting->reason.view(), waiting->message.view()});
    if (const auto* ended = std::get_if<api::StateTerminated>(&state))
      return fmt::format("Terminated {} {}", ended->reason.view(), ended->exit_code);
    return "Running";
  }

  static Lines lines_of(const api::PodStatus& status) {
    Lines lines{words({"Status", to_string(status.phase), status.reason.view(), status.message.view()})};
    for (const api::ContainerStatus& container : status.container_statuses) {
      lines.push_back(fmt::format("State {}", line_of(container.state)));
      if (std::holds_alternative<api::StateTerminated>(container.last_state))
        lines.push_back(fmt::format("Last State {}", line_of(container.last_state)));
      if (container.restart_count > 0) lines.push_back(fmt::format("Restart Count {}", container.restart_count));
    }
    for (const api::PodCondition& condition : status.conditions) {
      if (condition.type != "DisruptionTarget") continue;
      lines.push_back(
          words({condition.type.view(), condition.status.view(), condition.reason.view(), condition.message.view()}));
    }
    return lines;
  }

  void take(const trace::Node& node) {
    if (node.ready) {
      std::string words = *node.ready;
      for (int i = 0; i < 2; ++i) {
        if (const std::size_t colon = words.find(':'); colon != std::string::npos) words[colon] = ' ';
      }
      add("node: Ready " + words);
    }
    const std::string what = node.what.value_or("");
    const std::string message = node.message.value_or("");
    if (what == "Node is tainted") add("node: Taint " + message);
    if (what.ends_with(" is True")) add(fmt::format("node: {} True {}", what.substr(0, what.find(' ')), message));
    if (what == "Skipping pod synchronization") add("log: skipping pod synchronization - " + message);
  }

  void take(const std::string& pod, const trace::Api& api) {
    if (api.op == "pod_delete_requested") deletions_[pod] = fmt::format("Deleted, grace {}s", api.grace.value_or(0));
  }

  /// Not what the line before says, too.
  void add(std::string line) {
    if (node_.empty() || !says_the_same(node_.back(), line)) node_.push_back(std::move(line));
  }

  trace::EventList events_;
  std::map<std::string, std::shared_ptr<const api::PodStatus>> statuses_;
  std::map<std::string, std::string> deletions_;
  Lines node_;
};

}  // namespace

std::vector<std::string> described_run(const format::Scenario& scenario) {
  Described described;
  simulation::ReplayOptions options;
  options.sinks = {&described};
  static_cast<void>(simulation::replay(scenario, options));
  return described.lines();
}

}  // namespace podreel::testing
