#include "tools/cli/explore/explored_workloads.hpp"

#include <algorithm>

#include "scenarios/format/actions/kubelet.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/yaml_text.hpp"

namespace podreel::cli {

std::vector<explore::Workload> explored_workloads(const ExploreOptions& options, const format::LoadOptions& load) {
  std::vector<explore::Workload> found;
  for (const std::string& file : input_files(options.run.files, true)) {
    if (file == "-") throw BadInput{"explore does not read standard input; name a file"};
    const api::LoadedFile documents = api::load_file(file);
    if (!format::load_scenarios(documents, file, load).problems.empty()) continue;
    for (explore::Workload& workload : explore::workloads_of(documents, file, load)) {
      if (explore::loaded(workload).scenarios.size() == 1) found.push_back(std::move(workload));
    }
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
