// Loopback addresses of pods on this machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace podreel::cri {

/// Assigns addresses of the loopback network, on all of which Linux lets programs listen. A runtime uses 127.x.y.1 to
/// 127.x.y.254 in turn, and then starts again.
class PodAddresses {
 public:
  /// `network` gives x and y; it must be unique on this machine, such as the number of a listening port.
  explicit PodAddresses(std::uint16_t network);

  /// Returns the address of a pod whose simulated address is 10.88.x.y.
  [[nodiscard]] std::string on_machine(std::string_view simulated) const;
  /// Returns an address that no pod has.
  [[nodiscard]] std::string unused() const { return prefix_ + "255"; }
  /// Returns a text with pod addresses replaced by the simulated ones.
  [[nodiscard]] std::string simulated(std::string text) const;

 private:
  /// For example "127.x.y.".
  std::string prefix_;
};

}  // namespace podreel::cri
