// The Boost.Asio face of a simulated process.
#pragma once

#include <boost/asio/execution.hpp>
#include <boost/asio/execution_context.hpp>

namespace podreel::sim {

class Process;

/// Satisfies Asio's executor requirements; `execute` queues at the current simulated instant, behind all that is
/// already due, and never runs inline.
class Executor {
 public:
  explicit Executor(const Process& process) noexcept : process_{&process} {}

  template <class F>
  void execute(F&& function) const;

  [[nodiscard]] boost::asio::execution_context& query(boost::asio::execution::context_t property) const noexcept;
  [[nodiscard]] static constexpr auto query(boost::asio::execution::blocking_t /*property*/) noexcept {
    return boost::asio::execution::blocking.never;
  }
  [[nodiscard]] Executor require(boost::asio::execution::blocking_t::never_t /*property*/) const noexcept {
    return *this;
  }

  friend bool operator==(const Executor&, const Executor&) noexcept = default;

  [[nodiscard]] const Process& process() const noexcept { return *process_; }

 private:
  const Process* process_;
};

}  // namespace podreel::sim
