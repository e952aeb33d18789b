#include "tools/cli/run/unverified_behaviour.hpp"

#include <functional>
#include <string>

#include "engine/release/behaviour_table.hpp"
#include "engine/release/patch_releases.hpp"
#include "engine/trace/narration.hpp"
#include "engine/trace/unexplained.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::cli {

namespace {

/// Digest of the lines that the timeline of a run shows.
class ShownLines final : public trace::Sink {
 public:
  void write(const trace::Record& record) override {
    const trace::Narration narration = trace::narrate(trace::unexplained(record));
    if (narration.is_detail) return;
    add(std::to_string(record.time.time_since_epoch().count()));
    for (const std::string* text : {&narration.who, &narration.what, &narration.why}) add(*text);
  }

  [[nodiscard]] std::size_t digest() const noexcept { return digest_; }

 private:
  void add(const std::string& text) {
    constexpr std::size_t factor = 1'099'511'628'211;
    digest_ = digest_ * factor + std::hash<std::string>{}(text);
  }

  std::size_t digest_ = 0;
};

std::size_t digest_of(format::Scenario scenario, const std::vector<release::Capability>& inverted,
                      const RunOptions& options) {
  scenario.node.kubelet.overrides = inverted;
  simulation::ReplayOptions replay;
  replay.choices = options.choices;
  ShownLines lines;
  replay.sinks = {&lines};
  static_cast<void>(simulation::replay(scenario, replay));
  return lines.digest();
}

/// Returns the rows by which the kubelet differs from that of the minor release before, and that nothing verifies.
std::vector<const release::BehaviourRow*> unverified_rows(const format::KubeletSettings& kubelet) {
  const release::KnownMinor* before = release::find_minor(kubelet.version.minor - 1);
  if (before == nullptr) return {};
  const release::Behaviour now = release::behaviour_of(kubelet.version, kubelet.feature_gates);
  const release::Behaviour former = release::behaviour_of(release::newest_of(*before), kubelet.feature_gates);
  std::vector<const release::BehaviourRow*> rows;
  for (const release::BehaviourRow& row : release::behaviour_table()) {
    const bool is_new = now.has(row.capability) != former.has(row.capability);
    if (is_new && release::evidence_kind(row) == release::EvidenceKind::unverified) rows.push_back(&row);
  }
  return rows;
}

}  // namespace

std::vector<std::string_view> decisive_unverified_behaviours(const format::Scenario& scenario,
                                                             const RunOptions& options) {
  const release::Release kubelet = scenario.node.kubelet.version;
  if (release::inference_notes({kubelet}).empty()) return {};
  const std::size_t shown = digest_of(scenario, {}, options);
  const auto rows = unverified_rows(scenario.node.kubelet);
  std::vector<release::Capability> all;
  for (const release::BehaviourRow* row : rows) all.push_back(row->capability);
  if (digest_of(scenario, all, options) == shown) return {};
  std::vector<std::string_view> decisive;
  for (const release::BehaviourRow* row : rows) {
    if (digest_of(scenario, {row->capability}, options) != shown) decisive.push_back(row->name);
  }
  return decisive;
}

}  // namespace podreel::cli
