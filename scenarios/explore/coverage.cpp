#include "scenarios/explore/coverage.hpp"

#include <map>
#include <string_view>
#include <type_traits>
#include <variant>

#include "engine/invariant.hpp"
#include "engine/sim/random.hpp"

namespace podreel::explore {

namespace {

/// A hash of some words, in their order.
class Mixed {
 public:
  explicit Mixed(std::string_view kind) : value_{sim::hash_name(kind)} {}
  Mixed& operator<<(std::uint64_t number) {
    value_ = sim::mix(value_ ^ number);
    return *this;
  }
  Mixed& operator<<(std::string_view word) { return *this << sim::hash_name(word); }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_;
};

void mix_in(Mixed& mixed, const api::ContainerStatuses& statuses) {
  for (const api::ContainerStatus& status : statuses) {
    mixed << status.state.index() << std::uint64_t{status.ready} << std::uint64_t{status.restart_count > 0};
    if (const auto* waiting = std::get_if<api::StateWaiting>(&status.state)) mixed << waiting->reason.view();
    if (const auto* ended = std::get_if<api::StateTerminated>(&status.state)) mixed << ended->reason.view();
  }
}

void mix_in(Mixed& mixed, const trace::RuntimeCall& call) {
  mixed << call.op << std::uint64_t{call.error.has_value()};
}
void mix_in(Mixed& mixed, const trace::Environment& environment) {
  mixed << environment.what << environment.why.value_or("");
}
void mix_in(Mixed& mixed, const trace::Pleg& change) {
  mixed << change.old_state << change.new_state;
}
void mix_in(Mixed& mixed, const trace::Loop& loop) {
  mixed << loop.op;
}
void mix_in(Mixed& mixed, const trace::Sync& sync) {
  mixed << sync.op << std::uint64_t{sync.terminal.value_or(false)} << std::uint64_t{sync.error.has_value()};
}
void mix_in(Mixed& mixed, const trace::Event& event) {
  mixed << event.reason;
}
void mix_in(Mixed& mixed, const trace::EventWrite& event) {
  mixed << event.op << event.reason;
}
void mix_in(Mixed& mixed, const trace::Status& reported) {
  const api::PodStatus& status = *reported.status;
  mixed << to_string(status.phase) << status.reason.view() << std::uint64_t{reported.deletion_timestamp.has_value()};
  mix_in(mixed, status.init_container_statuses);
  mix_in(mixed, status.container_statuses);
}
void mix_in(Mixed& mixed, const trace::Api& api) {
  mixed << api.op;
}
void mix_in(Mixed& mixed, const trace::KubeletProcess& process) {
  mixed << process.what;
}
void mix_in(Mixed& mixed, const trace::Probe& probe) {
  mixed << probe.probe << probe.result;
}
void mix_in(Mixed& mixed, const trace::Node& node) {
  mixed << node.what.value_or("");
}

std::uint64_t step_of(const trace::Record& record) {
  return std::visit(
      [](const auto& payload) {
        Mixed mixed{std::remove_cvref_t<decltype(payload)>::kind};
        mix_in(mixed, payload);
        return mixed.value();
      },
      record.payload);
}

}  // namespace

std::size_t Coverage::add(const invariants::History& history) {
  const std::size_t before = seen_.size();
  std::map<std::string_view, std::uint64_t> last;
  for (const trace::Record& record : history.records()) {
    const std::uint64_t step = step_of(record);
    std::uint64_t& previous = last[record.pod];
    seen_.insert(sim::mix(previous ^ sim::mix(step)));
    previous = step;
  }
  PODREEL_INVARIANT(seen_.size() >= before, "coverage only grows");
  PODREEL_INVARIANT(seen_.size() - before <= history.records().size(), "a record shows at most one new pair");
  return seen_.size() - before;
}

}  // namespace podreel::explore
