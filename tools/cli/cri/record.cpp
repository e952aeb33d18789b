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
        "Starts the scenario's container runtime on a CRI socket, an API server, and a kubelet that uses both, with "
        "the scenario's configuration, in a folder of its own. When the node is Ready, the scenario's timeline is "
        "performed in wall-clock time: pods are created and deleted, and the kubelet is stopped, restarted, or "
        "upgraded to another of the given kubelets. Runtime calls, statuses and events are written in the format of "
        "podreel run -o jsonl, for podreel match.\n\n"
        "Each --kubelet is a shell command. It is run with --version, and must have a minor release that the scenario "
        "starts with or upgrades to. Scenarios that need more than can be done to a kubelet from outside are named and "
        "not recorded. A kubelet needs root. `podreel kubelet` takes the same flags, and can replace one.\n\n"
        "Each of several scenarios, or of a folder of them, gets its own runtime, API server and kubelet. --parallel N "
        "records N scenarios at a time; as many of their kubelets start at once as half the cores of the machine. Each "
        "recording becomes a file in the folder given by -o, named after its scenario. If a kubelet fails, the failure "
        "is reported and the other recordings continue. The exit code is 0 if all were recorded, 2 if one was rejected "
        "or its kubelet failed, 3 if a signal ended the recordings or podreel itself failed.",
    .examples =
        "# Record a kubelet of 1.31, and check whether podreel reproduces the recording\n"
        "podreel record scenarios/crash-loop.yaml --kubelet-version 1.31 --kubelet ./kubelet --until 2m -o "
        "recorded.jsonl\n"
        "podreel match scenarios/crash-loop.yaml recorded.jsonl --kubelet-version 1.31 --until 2m\n"
        "\n"
        "# Record a folder of scenarios, four at a time\n"
        "podreel record scenarios --kubelet ./kubelet --kubelet-version 1.31 --until 2m --parallel 4 -o recorded\n"
        "podreel match scenarios recorded --kubelet-version 1.31 --until 2m -o junit > conformance.xml\n"
        "\n"
        "# Use the simulated kubelet instead, five times as fast\n"
        "podreel record scenarios/crash-loop.yaml --speed 5x --until 1m \\\n"
        "  --kubelet 'podreel kubelet --speed 5x --kubelet-version 1.30' -o recorded.jsonl\n",
};

struct RecordOptions {
  RunOptions run;
  std::vector<std::string> kubelets;
  std::string output;
  bool keeps_logs = false;
  /// No value: not given; scenarios are recorded one at a time.
  std::optional<std::size_t> parallel;
};

/// Returns whether the options ask for a folder with one recording per scenario, whatever the input holds.
bool asks_for_many(const RecordOptions& options) {
  const std::vector<std::string>& files = options.run.files;
  const auto is_folder = [](const std::string& file) { return names_folder(file); };
  return files.size() > 1 || options.parallel || std::ranges::any_of(files, is_folder);
}

/// Checks the options, and returns the request without its scenarios. `is_many`: see asks_for_many.
RecordRequest request_of(RecordOptions& options, bool is_many) {
  if (!options.run.policy.empty()) throw BadInput{"--policy has no effect on a real kubelet"};
  if (options.parallel == 0U) throw BadInput{"--parallel: found 0; accepted: 1 or more"};
  if (is_many && options.output.empty()) throw BadInput{"several recordings need a folder: name it with --output"};
  if (options.keeps_logs && options.output.empty()) throw BadInput{"--kubelet-log: a log needs a name: set --output"};
  settle_run_options(options.run);
  RecordRequest request;
  request.kubelets = options.kubelets;
  request.speed = options.run.speed.value_or(1);
  request.at_once = options.parallel.value_or(1);
  request.keeps_logs = options.keeps_logs;
  return request;
}

ExitCode run_record(RecordOptions& options, Context& context) {
  if (!context.record) try_to_become_cri_program(context);
  const bool is_many = asks_for_many(options);
  RecordRequest request = request_of(options, is_many);
  RecordInput input = read_record_input(options.run, context);
  request.is_of_many = input.scenarios.size() > 1 || !input.refused.empty();
  request.scenarios = std::move(input.scenarios);
  if (is_many || names_folder(options.output)) {
    name_recordings(request.scenarios, options.output);
  } else {
    request.scenarios.front().output = options.output;
  }
  if (!input.refused.empty()) context.diagnostics << "podreel record: not recorded: " << input.refused << '\n';
  const ExitCode recorded = obey_with_grpc(context.record, request, context);
  return std::max(recorded, input.refused.empty() ? ExitCode::ok : ExitCode::bad_input);
}

}  // namespace

void add_record(CLI::App& app, Context& context) {
  auto options = std::make_shared<RecordOptions>();
  CLI::App& verb = new_verb(app, record_text);
  add_input_options(verb, options->run.files, "a scenario");
  verb.add_option("--kubelet", options->kubelets,
                  "command of a kubelet; repeat it for each release that the scenario starts")
      ->type_name("COMMAND")
      ->required();
  verb.add_option("--speed", options->run.speed_text,
                  "simulated seconds per wall-clock second, such as 5x; only for kubelets that run at the same speed")
      ->type_name("FACTOR");
  verb.add_option("-o,--output", options->output,
                  "file for the records (default: standard output), or a folder for several scenarios")
      ->type_name("FILE");
  verb.add_flag("--kubelet-log", options->keeps_logs, "keep the kubelet's log beside the records, as NAME.log");
  verb.add_option("--parallel", options->parallel,
                  "number of scenarios to record at a time, each with its own kubelet (default 1)")
      ->type_name("N")
      ->default_str("");
  add_load_options(verb, options->run);
  set_action(verb, context, [options](Context& world) { return run_record(*options, world); });
}

}  // namespace podreel::cli
