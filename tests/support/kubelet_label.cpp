#include "tests/support/kubelet_label.hpp"

#include <stdexcept>

namespace podreel::testing {

namespace {

void set_gate(release::FeatureGates& gates, const std::string& gate, bool on) {
  if (gate != "RestartAllContainers") {
    gates[gate] = on;
    return;
  }
  gates["RestartAllContainersOnContainerExits"] = on;
  if (on) gates["NodeDeclaredFeatures"] = true;
}

}  // namespace

KubeletLabel parse_kubelet_label(const std::string& label) {
  constexpr const char* signs = "+-";
  std::size_t sign = label.find_first_of(signs);
  const std::optional<release::Release> release = release::parse_release(label.substr(0, sign));
  if (!release) throw std::invalid_argument("not a release: " + label);
  KubeletLabel result{*release, {}};
  while (sign != std::string::npos) {
    const std::size_t next = label.find_first_of(signs, sign + 1);
    set_gate(result.gates, label.substr(sign + 1, next - sign - 1), label[sign] == '+');
    sign = next;
  }
  return result;
}

release::Behaviour behaviour_of_label(const std::string& label) {
  const KubeletLabel parsed = parse_kubelet_label(label);
  return release::behaviour_of(parsed.release, parsed.gates);
}

}  // namespace podreel::testing
