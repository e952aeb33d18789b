// What of a scenario cannot be done to a kubelet that is none of podreel's.
#pragma once

#include <string>
#include <vector>

#include "scenarios/format/scenario.hpp"

namespace podreel::cri {

/// A line each, beside what cannot be had over CRI (wire_limits); empty: everything can.
[[nodiscard]] std::vector<std::string> recording_limits(const language::Scenario& scenario);

/// The same of what cannot be while other kubelets are recorded on this machine.
[[nodiscard]] std::vector<std::string> company_limits(const language::Scenario& scenario);

/// How long a kubelet must be up before the scenario begins, so that its start is not seen any more: probes that begin
/// within their period of it wait a random part of that (pkg/kubelet/prober/worker.go).
[[nodiscard]] sim::Duration up_before(const language::Scenario& scenario);

}  // namespace podreel::cri
