// The invocation of podreel and the resources of verbs.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "tools/text/terminal.hpp"

namespace podreel::parallel {
class RankGroup;
}

namespace podreel::cli {

/// Exit codes of commands.
enum class ExitCode {
  /// Success.
  ok = 0,
  /// An expectation failed, or a difference was found.
  difference = 1,
  /// The input or the command line is wrong.
  bad_input = 2,
  /// podreel itself failed, or its output could not be written.
  failure = 3,
};

struct Context;
struct CriRequest;
struct KubeletRequest;
struct RecordRequest;
using Action = std::function<ExitCode(Context&)>;

/// The resources that a verb may use.
struct Context {
  /// Standard output, for data. A failed write throws immediately (fd_stream.hpp).
  std::ostream& out;
  /// Standard error, for diagnostics. Failed writes are ignored.
  std::ostream& diagnostics;
  Terminal out_terminal;
  Terminal diagnostics_terminal;
  /// Action of the chosen verb.
  Action action{};
  /// Processes that run the same command and share the work; null: none. With peers, only verbs that support them are
  /// available.
  parallel::RankGroup* rank_group = nullptr;
  /// Whether it was called as kubectl's plugin: `kubectl podreel`.
  bool is_kubectl_plugin = false;
  /// The command line, without the program's name.
  std::vector<std::string> arguments{};
  /// Serves a runtime to kubelets; empty: use the program podreel-cri (tools/cri).
  std::function<ExitCode(const CriRequest&, Context&)> serve_cri{};
  /// Runs a simulated kubelet on a CRI runtime; empty: use podreel-cri.
  std::function<ExitCode(const KubeletRequest&, Context&)> run_kubelet{};
  /// Records a kubelet that uses podreel's runtime and API server; empty: use podreel-cri.
  std::function<ExitCode(const RecordRequest&, Context&)> record{};
};

/// Returns whether this process prints results and writes files; among peers, only the first does.
[[nodiscard]] bool is_reporting_rank(const Context& context) noexcept;

}  // namespace podreel::cli
