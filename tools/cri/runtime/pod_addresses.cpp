#include "tools/cri/runtime/pod_addresses.hpp"

#include <fmt/format.h>

namespace podreel::cri {

PodAddresses::PodAddresses(std::uint16_t network) {
  constexpr unsigned byte = 256;
  prefix_ = fmt::format("127.{}.{}.", network / byte, network % byte);
}

std::string PodAddresses::on_machine(std::string_view simulated) const {
  return prefix_ + std::string{simulated.substr(simulated.rfind('.') + 1)};
}

std::string PodAddresses::simulated(std::string text) const {
  constexpr std::string_view pods = "10.88.0.";
  for (std::size_t at = text.find(prefix_); at != std::string::npos; at = text.find(prefix_, at + pods.size())) {
    text.replace(at, prefix_.size(), pods);
  }
  return text;
}

}  // namespace podreel::cri
