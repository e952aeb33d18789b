// What the explorer made, as scenario files.
#pragma once

#include <string>

#include "scenarios/explore/workload.hpp"

namespace podreel::cli {

[[nodiscard]] std::string workload_name(const explorer::Workload& workload);

/// The scenario and the manifests beside it, as documents of one file.
[[nodiscard]] std::string workload_text(const explorer::Workload& workload);

/// Writes it into the folder, which is made where it is missing, and returns the file's name. Throws as OutputFile
/// does.
std::string write_workload(const std::string& folder, const explorer::Workload& workload);

}  // namespace podreel::cli
