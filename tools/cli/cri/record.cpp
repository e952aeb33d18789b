#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/cli/arguments/run_options.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/cri/cri_program.hpp"
#include "tools/cli/cri/record_input.hpp"
#include "tools/cri/requests/record_request.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText record_text{
    .name = "record",
    .summary = optional_summary("record"),
    .description =
        "Starts the scenario's container runtime on a CRI socket, an API server, and a kubelet that has both, with the "
        "scenario's configuration, in a folder of its own. When the node is Ready, the scenario's timeline happens on "
        "the clock on the wall: pods come and go, the kubelet stops, starts again, or is upgraded to another one of "
        "those that are given. Runtime calls, statuses and events are written as podreel run -o jsonl writes them, for "
        "podreel match.\n\n"
        "Each --kubelet is a command for the shell. It is asked for its --version, and must be of the minor release "
        "that the scenario has, or goes to. Whatever cannot be done to a kubelet from outside is refused before "
        "anything starts. A kubelet needs root. `podreel kubelet` takes the same flags, and can stand in for one.\n\n"
        "Of several scenarios, or a folder of them, each has everything of its own, --parallel N so many at a time, "
        "and "
        "becomes a file in the folder that -o names, called as the scenario's. One whose kubelet fails is told, and "
        "the "
        "others go on. The exit code is 0 if all were recorded, 2 if one was refused or its kubelet failed, 3 if a "
        "signal ended them or podreel itself failed.",
    .examples =
        "# A kubelet of 1.31, and is it what podreel tells?\n"
        "podreel record scenarios/crash-loop.yaml --kubelet-version 1.31 --kubelet ./kubelet --until 2m -o told.jsonl\n"
        "podreel match scenarios/crash-loop.yaml told.jsonl --kubelet-version 1.31 --until 2m\n"
        "\n"
        "# A folder of scenarios, four at a time\n"
        "podreel record scenarios --kubelet ./kubelet --kubelet-version 1.31 --until 2m --parallel 4 -o recorded\n"
        "podreel match scenarios recorded --kubelet-version 1.31 --until 2m -o junit > conformance.xml\n"
        "\n"
        "# The simulated one in its place, five times as fast\n"
        "podreel record scenarios/crash-loop.yaml --speed 5x --until 1m \\\n"
        "  --kubelet 'podreel kubelet --speed 5x --kubelet-version 1.30' -o told.jsonl\n",
};

struct RecordOptions {
  RunOptions run;
  std::vector<std::string> kubelets;
  std::string output;
  /// No value: it was not said, and one at a time is recorded.
  std::optional<std::size_t> parallel;
};

/// Whether a recording for each scenario is asked for, in a folder, whatever there is in the input.
bool asks_for_many(const RecordOptions& options) {
  const std::vector<std::string>& files = options.run.files;
  const auto is_folder = [](const std::string& file) { return names_folder(file); };
  return files.size() > 1 || options.parallel || std::ranges::any_of(files, is_folder);
}

RecordRequest request_of(RecordOptions& options, Context& context) {
  if (!options.run.policy.empty()) throw BadInput{"--policy: a kubelet has its own"};
  const bool is_many = asks_for_many(options);
  if (options.parallel == 0U) throw BadInput{"--parallel: found 0; accepted: 1 or more"};
  if (is_many && options.output.empty()) throw BadInput{"--output: several recordings need a folder"};
  settle_run_options(options.run);
  RecordRequest request;
  request.scenarios = scenarios_to_record(options.run, context);
  if (is_many || names_folder(options.output)) {
    name_recordings(request.scenarios, options.output);
  } else {
    request.scenarios.front().output = options.output;
  }
  request.kubelets = options.kubelets;
  request.speed = options.run.speed.value_or(1);
  request.at_once = options.parallel.value_or(1);
  return request;
}

ExitCode run_record(RecordOptions& options, Context& context) {
  const RecordRequest request = request_of(options, context);
  return obey_with_grpc(context.record, request, context);
}

}  // namespace

void add_record(CLI::App& app, Context& context) {
  auto options = std::make_shared<RecordOptions>();
  CLI::App& verb = new_verb(app, record_text);
  add_input_options(verb, options->run.files, "a scenario");
  verb.add_option("--kubelet", options->kubelets, "a kubelet; once for each release that the scenario starts")
      ->type_name("COMMAND")
      ->required();
  verb.add_option("--speed", options->run.speed_text,
                  "so many times faster than the wall clock, as 5x; only for a kubelet that is as fast")
      ->type_name("FACTOR");
  verb.add_option("-o,--output", options->output,
                  "where the records go; the default is standard output; of several scenarios, a folder")
      ->type_name("FILE");
  verb.add_option("--parallel", options->parallel, "so many at a time, each with a kubelet; the default is 1")
      ->type_name("N")
      ->default_str("");
  add_load_options(verb, options->run);
  when_chosen(verb, context, [options](Context& world) { return run_record(*options, world); });
}

}  // namespace podreel::cli
