#include "tools/cli/explore/explored_workloads.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

#include "scenarios/format/actions/kubelet.hpp"
#include "scenarios/format/load.hpp"
#include "tools/cli/arguments/load_runs.hpp"
#include "tools/cli/arguments/passed_over.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/yaml_text.hpp"

namespace podreel::cli {

namespace {

struct ExploredFile {
  std::string name;
  api::LoadedFile documents;
};

/// Reads the files with scenarios or pods, and their runs under `load`.
std::vector<ExploredFile> explored_files(const ExploreOptions& options, const format::LoadOptions& load,
                                         RunCollection& runs, Context& context) {
  std::vector<ExploredFile> files;
  for (std::string& file : input_files(options.run.files, true)) {
    if (file == "-") throw BadInput{"explore does not read standard input; name a file"};
    api::LoadedFile documents = api::load_file(file);
    format::Loaded read = format::load_scenarios(documents, file, load);
    if (is_passed_over(file, options.run.files, documents, read)) continue;
    add_runs(std::move(read), runs, context);
    files.push_back({std::move(file), std::move(documents)});
  }
  return files;
}

}  // namespace

std::vector<explore::Workload> explored_workloads(const ExploreOptions& options, Context& context) {
  RunCollection runs;
  const std::vector<ExploredFile> files = explored_files(options, options.run.load, runs, context);
  static_cast<void>(finish_runs(std::move(runs), options.run, context));
  std::vector<explore::Workload> found;
  for (const ExploredFile& file : files) {
    std::ranges::move(explore::workloads_of(file.documents, file.name, options.run.load), std::back_inserter(found));
  }
  return found;
}

std::vector<explore::Workload> workloads_that_run(const ExploreOptions& options, const format::LoadOptions& load,
                                                  Context& context) {
  format::LoadOptions as_written;
  as_written.root = load.root;
  as_written.variables = load.variables;
  RunCollection runs;
  const std::vector<ExploredFile> files = explored_files(options, as_written, runs, context);
  if (!runs.problems.empty()) throw BadInput{runs.problems};
  std::vector<explore::Workload> found;
  std::size_t cannot_run = 0;
  for (const ExploredFile& file : files) {
    if (!format::load_scenarios(file.documents, file.name, load).problems.empty()) {
      ++cannot_run;
      continue;
    }
    std::ranges::move(explore::workloads_of(file.documents, file.name, load), std::back_inserter(found));
  }
  if (cannot_run > 0) {
    context.diagnostics << fmt::format("note: {} left out, whose scenarios cannot be run with these options\n",
                                       counted(cannot_run, "file is", "files are"));
  }
  return found;
}

bool keeps_its_release(const explore::Workload& workload) {
  const format::Loaded read = explore::loaded(workload);
  return std::ranges::none_of(read.scenarios.front().timeline, [](const format::Step& step) {
    return actions::started_release(*step.action).has_value();
  });
}

std::string workload_name(const explore::Workload& workload) {
  return workload.document["metadata"]["name"];
}

std::string workload_text(const explore::Workload& workload) {
  std::string text = yaml_text(workload.document);
  for (const auto& manifest : workload.manifests) text += "---\n" + yaml_text(manifest);
  return text;
}

std::optional<OutputFolder> save_folder(const ExploreOptions& options) {
  if (options.save.empty()) return std::nullopt;
  return OutputFolder{"--save", options.save, ".yaml", options.force};
}

std::optional<ReportFolders> report_folders(const ExploreOptions& options) {
  if (options.report.empty()) return std::nullopt;
  return ReportFolders{{"--report", options.report, ".md", options.force},
                       {"--report", options.report, ".yaml", options.force}};
}

std::string write_workload(OutputFolder& folder, const explore::Workload& workload) {
  return folder.write(workload_name(workload), workload_text(workload));
}

}  // namespace podreel::cli
