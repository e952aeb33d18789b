// How podreel was called, and what a verb may use of the world.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "tools/text/terminal.hpp"

namespace podreel::parallel {
class Peers;
}

namespace podreel::cli {

/// How a command ends.
enum class ExitCode {
  /// All held.
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

/// What a verb may use of the world.
struct Context {
  /// Standard output, for data. A failing write throws at once (fd_stream.hpp).
  std::ostream& out;
  /// Standard error, for diagnostics. A failing write is lost: there is nobody to tell.
  std::ostream& diagnostics;
  Terminal out_terminal;
  Terminal diagnostics_terminal;
  /// What the chosen verb does.
  Action action{};
  /// Processes that do the same, and share the work; null: none. Only verbs that know of them may be chosen then.
  parallel::Peers* peers = nullptr;
  /// It was called as kubectl's plugin: `kubectl podreel`.
  bool is_kubectl_plugin = false;
  /// The command line, without the program's name.
  std::vector<std::string> arguments{};
  /// Serves a runtime to kubelets; empty: the program podreel-cri does (tools/cri).
  std::function<ExitCode(const CriRequest&, Context&)> serve_cri{};
  /// Runs a simulated kubelet on such a runtime; empty: the same program does.
  std::function<ExitCode(const KubeletRequest&, Context&)> run_kubelet{};
  /// Records a kubelet that has both a runtime and an API server of podreel's; empty: the same program does.
  std::function<ExitCode(const RecordRequest&, Context&)> record{};
};

/// Whether this process says what comes out, and writes files: of peers only the first.
[[nodiscard]] bool tells(const Context& context) noexcept;

}  // namespace podreel::cli
