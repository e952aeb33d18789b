#include "tools/cli/record.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/cli/bad_input.hpp"
#include "tools/cli/cri_program.hpp"
#include "tools/cli/load_runs.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText record_text{
    .name = "record",
    .summary = "let a kubelet live through a scenario, and record it",
    .description =
        "Starts the scenario's container runtime on a CRI socket, an API server, and a kubelet that has both, with the "
        "scenario's configuration, in a folder of its own. When the node is Ready, the scenario's timeline happens on "
        "the clock on the wall: pods come and go, the kubelet stops, starts again, or is upgraded to another one of "
        "those that are given. Runtime calls, statuses and events are written as podreel run -o jsonl writes them, for "
        "podreel match.\n\n"
        "Each --kubelet is a command for the shell. It is asked for its --version, and must be of the minor release "
        "that the scenario has, or goes to. Whatever cannot be done to a kubelet from outside is refused before "
        "anything starts. A kubelet needs root. `podreel kubelet` takes the same flags, and can stand in for one.",
    .examples =
        "# A kubelet of 1.31, and is it what podreel tells?\n"
        "podreel record scenarios/crash-loop.yaml --kubelet-version 1.31 --kubelet ./kubelet --until 2m -o told.jsonl\n"
        "podreel match scenarios/crash-loop.yaml told.jsonl --kubelet-version 1.31 --until 2m\n"
        "\n"
        "# The simulated one in its place, five times as fast\n"
        "podreel record scenarios/crash-loop.yaml --speed 5x --until 1m \\\n"
        "  --kubelet 'podreel kubelet --speed 5x --kubelet-version 1.30' -o told.jsonl\n",
};

struct RecordOptions {
  RunOptions run;
  std::string file;
  std::vector<std::string> kubelets;
  std::string output;
};

RecordRequest request_of(RecordOptions& options, Context& context) {
  if (!options.run.policy.empty()) throw BadInput{"--policy: a kubelet has its own"};
  options.run.files = {options.file};
  settle_run_options(options.run);
  RecordRequest request;
  request.scenario = load_one_run(options.run, "a recording is of one scenario", context);
  if (!request.scenario.duration) {
    throw BadInput{"--until: how long is recorded must be said, since the scenario has no duration"};
  }
  request.length = *request.scenario.duration;
  request.kubelets = options.kubelets;
  request.output = options.output;
  request.speed = options.run.speed.value_or(1);
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
  verb.add_option("SCENARIO", options->file, "a scenario")->type_name("FILE")->required();
  verb.add_option("--kubelet", options->kubelets, "a kubelet; once for each release that the scenario starts")
      ->type_name("COMMAND")
      ->required();
  verb.add_option("--speed", options->run.speed_text,
                  "so many times faster than the wall clock, as 5x; only for a kubelet that is as fast")
      ->type_name("FACTOR");
  verb.add_option("-o,--output", options->output, "where the records go; the default is standard output")
      ->type_name("FILE");
  add_load_options(verb, options->run);
  when_chosen(verb, context, [options](Context& world) { return run_record(*options, world); });
}

}  // namespace podreel::cli
