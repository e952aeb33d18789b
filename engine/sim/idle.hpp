// Idle work: what need not be executed while it would find nothing to do. IDLE.md says how it is kept right.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "engine/memory/text.hpp"

namespace podreel::sim {

/// Treatment of work that would find nothing to do. The timeline is the same in all three cases.
enum class IdleWork : std::uint8_t {
  /// It is accounted for on demand.
  skipped,
  /// It is executed, since not every change of its inputs is reported: on a real node.
  executed,
  /// It is executed, and throws InvariantViolation if it does something although no declared input has changed.
  checked,
};

class IdleSleeper;

/// An input of idle work: counts its changes, and reports each to the sleepers that have declared it.
///
/// Neither a source nor a sleeper has to outlive the other.
class IdleSource {
 public:
  /// `name` must outlive the source.
  explicit IdleSource(std::string_view name) noexcept : name_{name} {}
  ~IdleSource();
  IdleSource(const IdleSource&) = delete;
  IdleSource& operator=(const IdleSource&) = delete;

  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  /// Number of changes so far.
  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

  /// The input has changed for `key`, mostly a pod's UID; an empty key: for all.
  void changed(const memory::Text& key);

 private:
  friend class IdleSleeper;

  std::string_view name_;
  std::uint64_t version_ = 0;
  /// All dependent sleepers, in the order of their declarations.
  std::vector<IdleSleeper*> sleepers_;
};

/// Idle work of one kind, such as the resyncs of all pods. What it knows holds until a declared input changes.
class IdleSleeper {
 public:
  using Inputs = std::initializer_list<std::reference_wrapper<IdleSource>>;

  /// `name`, in the plural, must outlive the sleeper.
  explicit IdleSleeper(std::string_view name) noexcept : name_{name} {}
  IdleSleeper(const IdleSleeper&) = delete;
  IdleSleeper& operator=(const IdleSleeper&) = delete;

  /// Declares inputs: from now on each of their changes invalidates what is known. Declaring one twice is a defect.
  void depends_on(Inputs inputs);
  /// Declares inputs that are outputs of the work as well: their changes while it is executed do not excuse that it
  /// acts.
  void depends_on_own(Inputs outputs);
  /// Sum of the versions of the declared inputs, but for those that are outputs as well: it grows when one changes.
  [[nodiscard]] std::uint64_t input_version() const noexcept;
  /// "inputs a, b", for messages.
  [[nodiscard]] std::string describe_inputs() const;

  /// An input has changed for `key`; an empty key: for all. What is known of it is forgotten, and work that may find
  /// something now is scheduled.
  virtual void invalidate(const memory::Text& key) = 0;

  /// To be called when work has been executed that was held for idle: throws InvariantViolation if it has acted all the
  /// same. `subject`: what it acted on, for the message.
  void expect_idle(bool has_acted, std::string_view subject = {}) const {
    if (has_acted) fail(subject);
  }

 protected:
  ~IdleSleeper();

 private:
  friend class IdleSource;
  [[noreturn]] void fail(std::string_view subject) const;

  struct Input {
    IdleSource* source;
    bool is_output;
  };
  void declare(IdleSource& source, bool is_output);

  std::string_view name_;
  std::vector<Input> inputs_;
};

inline void IdleSource::changed(const memory::Text& key) {
  ++version_;
  for (IdleSleeper* sleeper : sleepers_) sleeper->invalidate(key);
}

}  // namespace podreel::sim
