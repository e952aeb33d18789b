// The cases of a text, as a batch verb would read them from a file.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "scenarios/batch/batch_input.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

/// `name`: of the file. Problems are appended.
template <class Case>
std::vector<batch::ReadCase<Case>> cases_of(const batch::CaseKind<Case>& kind, const std::string& text,
                                            const std::string& name, release::Release release,
                                            std::vector<api::Problem>& problems) {
  const ScratchFolder folder;
  const std::string path = folder / name;
  std::ofstream{path, std::ios::binary} << text;
  std::vector<batch::ReadCase<Case>> cases;
  batch::read_cases(kind, path, release, {}, problems,
                    [&cases](const batch::ReadCase<Case>& read) { cases.push_back(read); });
  return cases;
}

}  // namespace podreel::testing
