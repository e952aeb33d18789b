// Checks one expectation during a run.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "scenarios/checks/expectation_checker.hpp"

namespace podreel::format {

/// A record with its JSON, which is created on demand.
class ShownRecord {
 public:
  ShownRecord(const trace::Record& record, sim::Time start) noexcept : record_{record}, start_{start} {}

  [[nodiscard]] const trace::Record& record() const noexcept { return record_; }
  [[nodiscard]] std::string_view kind() const;
  [[nodiscard]] const nlohmann::json& json();

 private:
  const trace::Record& record_;
  sim::Time start_;
  std::optional<nlohmann::json> json_;
};

class Watch {
 public:
  Watch() = default;
  virtual ~Watch() = default;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  [[nodiscard]] virtual trace::Kinds wanted() const { return {}; }
  virtual void see(ShownRecord& /*record*/) {}
  virtual void see(const std::string& /*pod*/, const PodVersion& /*version*/) {}
  /// Whether it needs every version of every pod, and, with `gone`, the last one again.
  [[nodiscard]] virtual bool watches_pods() const { return false; }
  virtual void see(sim::Time /*time*/, const api::PodPtr& /*pod*/, bool /*gone*/) {}
  /// Called once, when the run has ended at `end`.
  [[nodiscard]] virtual Verdict verdict(sim::Time end) = 0;
};

/// Part of a run between two instants, inclusive. Without `until`, to the end of the run.
struct Period {
  Period(const Span& span, sim::Time start) : from{start + span.from} {
    if (span.until) until = start + *span.until;
  }

  [[nodiscard]] bool contains(sim::Time time) const noexcept { return time >= from && (!until || time <= *until); }

  sim::Time from;
  std::optional<sim::Time> until;
};

/// Watches expectations about records (Records, Order), or about a pod. `expected` and `scenario` must outlive it.
[[nodiscard]] std::unique_ptr<Watch> watch(const Records& expected, sim::Time start);
[[nodiscard]] std::unique_ptr<Watch> watch(const Order& expected, sim::Time start);
[[nodiscard]] std::unique_ptr<Watch> watch(const PodAt& expected, sim::Time start);
[[nodiscard]] std::unique_ptr<Watch> watch(const PodReaches& expected, sim::Time start);
[[nodiscard]] std::unique_ptr<Watch> watch(const PodAlways& expected, sim::Time start);
[[nodiscard]] std::unique_ptr<Watch> watch(const PodNever& expected, sim::Time start);
[[nodiscard]] std::unique_ptr<Watch> watch(const PodDowntime& expected, sim::Time start);
[[nodiscard]] std::unique_ptr<Watch> watch(const Keeps& expected, const Scenario& scenario, sim::Time start);
/// Watches all choices; the question holds if exactly one of them does.
[[nodiscard]] std::unique_ptr<Watch> watch(const Question& expected, const Scenario& scenario, sim::Time start);
/// Watches an expectation of any type.
[[nodiscard]] std::unique_ptr<Watch> watch(const Expectation& expected, const Scenario& scenario, sim::Time start);

}  // namespace podreel::format
