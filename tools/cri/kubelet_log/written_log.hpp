// The log of a simulated kubelet that replaces a real one.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "engine/release/release.hpp"
#include "engine/trace/recorder.hpp"
#include "tools/net/pace.hpp"

namespace podreel::cri {

/// Writes the events of the sync loop, the syncs of the pod workers, the answers of probes, and the reported events, in
/// klog's format with the messages of the release (pkg/kubelet/kubelet.go), one line per pod, in UTC. PLEG events have
/// the pod's UID only.
class WrittenLog final : public trace::Sink {
 public:
  /// Returns the UID of a pod by its full name; empty if unknown.
  using UidOf = std::function<std::string(std::string_view pod)>;

  /// `verbosity` as for --v: 1 failed probes, 2 adds pods and the PLEG, 3 events and other probes, 4 everything.
  WrittenLog(std::ostream& out, release::Release release, int verbosity, Pace pace, UidOf uid_of)
      : out_{out}, release_{release}, verbosity_{verbosity}, pace_{std::move(pace)}, uid_of_{std::move(uid_of)} {}

  [[nodiscard]] trace::Kinds wanted() const override {
    return trace::Kinds::of<trace::Loop, trace::Sync, trace::Probe, trace::Event>();
  }
  void write(const trace::Record& record) override;

 private:
  [[nodiscard]] std::string line_of(const trace::Record& record) const;
  [[nodiscard]] std::string loop_line(std::string_view pod, std::string_view op) const;
  [[nodiscard]] std::string old_loop_line(std::string_view pod, std::string_view op) const;
  [[nodiscard]] std::string sync_line(std::string_view pod, const trace::Sync& sync) const;
  [[nodiscard]] bool logs(const trace::Payload& payload) const;

  std::ostream& out_;
  release::Release release_;
  int verbosity_;
  Pace pace_;
  UidOf uid_of_;
};

}  // namespace podreel::cri
