#include "tools/cli/explore/workload_file.hpp"

#include <filesystem>

#include "tools/files/output_file.hpp"
#include "tools/text/yaml_text.hpp"

namespace podreel::cli {

std::string workload_name(const explorer::Workload& workload) {
  return workload.document["metadata"]["name"];
}

std::string workload_text(const explorer::Workload& workload) {
  std::string text = yaml_text(workload.document);
  for (const auto& manifest : workload.manifests) text += "---\n" + yaml_text(manifest);
  return text;
}

std::string write_workload(const std::string& folder, const explorer::Workload& workload) {
  std::filesystem::create_directories(folder);
  std::string name = (std::filesystem::path{folder} / (workload_name(workload) + ".yaml")).string();
  OutputFile file{name};
  file.stream() << workload_text(workload);
  file.commit();
  return name;
}

}  // namespace podreel::cli
