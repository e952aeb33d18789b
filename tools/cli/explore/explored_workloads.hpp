// Scenarios that `podreel explore` reads and writes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/explore/workload.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/explore/explore_options.hpp"
#include "tools/files/output_folder.hpp"

namespace podreel::cli {

/// Returns the workloads of the named files and folders, with the options of the command line; each run of a matrix is
/// separate. Prints warnings on Context::diagnostics. Throws BadInput with the problems of all files.
[[nodiscard]] std::vector<explore::Workload> explored_workloads(const ExploreOptions& options, Context& context);

/// Returns those of the workloads that can be run with `load`, and prints how many cannot. Throws BadInput for files
/// that are wrong as they are written.
[[nodiscard]] std::vector<explore::Workload> workloads_that_run(const ExploreOptions& options,
                                                                const format::LoadOptions& load, Context& context);

/// Returns whether all kubelets of the workload have the release that it begins with.
[[nodiscard]] bool keeps_its_release(const explore::Workload& workload);

[[nodiscard]] std::string workload_name(const explore::Workload& workload);

/// Returns the scenario and its manifests as documents of one file.
[[nodiscard]] std::string workload_text(const explore::Workload& workload);

/// Returns the folder of --save, checked before the search; no value without the option. Throws BadInput.
[[nodiscard]] std::optional<OutputFolder> save_folder(const ExploreOptions& options);

/// Folders of --report, which are one folder with two kinds of files, checked before the search.
struct ReportFolders {
  OutputFolder reports;
  OutputFolder scenarios;
};

/// Returns no value without the option. Throws BadInput.
[[nodiscard]] std::optional<ReportFolders> report_folders(const ExploreOptions& options);

/// Writes the workload into the folder, and returns the file's name. Throws as OutputFile does.
std::string write_workload(OutputFolder& folder, const explore::Workload& workload);

}  // namespace podreel::cli
