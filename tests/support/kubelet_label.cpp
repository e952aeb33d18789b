#include "tests/support/kubelet_label.hpp"

#include <stdexcept>

namespace podreel::testing {

KubeletLabel parse_kubelet_label(const std::string& label) {
  const std::size_t sign = label.find_first_of("+-");
  const std::optional<release::Release> release = release::parse_release(label.substr(0, sign));
  if (!release) throw std::invalid_argument("not a release: " + label);
  KubeletLabel result{*release, {}};
  if (sign == std::string::npos) return result;
  const bool on = label[sign] == '+';
  const std::string gate = label.substr(sign + 1);
  if (gate == "RestartAllContainers") {
    result.gates["RestartAllContainersOnContainerExits"] = on;
    if (on) result.gates["NodeDeclaredFeatures"] = true;
  } else {
    result.gates[gate] = on;
  }
  return result;
}

release::Behaviour behaviour_of_label(const std::string& label) {
  const KubeletLabel parsed = parse_kubelet_label(label);
  return release::behaviour_of(parsed.release, parsed.gates);
}

}  // namespace podreel::testing
