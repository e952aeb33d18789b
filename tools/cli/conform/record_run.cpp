#include "tools/cli/conform/record_run.hpp"

#include <utility>

#include "tools/cli/arguments/progress.hpp"
#include "tools/files/output_file.hpp"

namespace podreel::cli {

bool record_all(RecordRequest request, const std::string& log, Context& context,
                const std::function<void(const RecordedScenario&, const std::string&)>& on_end) {
  if (request.scenarios.empty()) return true;
  OutputFile messages{log};
  const std::size_t wanted = request.scenarios.size();
  Progress progress{context.diagnostics, context.diagnostics_terminal, "recordings", wanted, Progress::Of::things};
  std::size_t done = 0;
  request.on_end = [&](const RecordedScenario& scenario, const std::string& error) {
    on_end(scenario, error);
    progress.at(++done);
  };
  Context quiet{.out = context.out,
                .diagnostics = messages.stream(),
                .out_terminal = context.out_terminal,
                .diagnostics_terminal = {}};
  static_cast<void>(context.record(request, quiet));
  messages.commit();
  return done == wanted;
}

}  // namespace podreel::cli
