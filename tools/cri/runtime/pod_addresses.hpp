// Where pods are on this machine, for whoever really connects to them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace podreel::cri {

/// The loopback network has 2^24 addresses, on all of which Linux lets programs listen. Of them a runtime takes
/// 127.x.y.1 to 127.x.y.254, one after the other, and the first again after the last.
class PodAddresses {
 public:
  /// x and y: a number that nobody else on this machine takes, as that of a port on which somebody listens.
  explicit PodAddresses(std::uint16_t network);

  /// Of a pod that is at 10.88.x.y for the simulation.
  [[nodiscard]] std::string on_machine(std::string_view simulated) const;
  /// None of the pods'.
  [[nodiscard]] std::string unused() const { return prefix_ + "255"; }
  /// A text with the pods' addresses, as the simulation would tell it.
  [[nodiscard]] std::string simulated(std::string text) const;

 private:
  /// "127.x.y.".
  std::string prefix_;
};

}  // namespace podreel::cri
