#include "tools/cli/reproduce/match_pairs.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>
#include <system_error>

#include "engine/api/file_place.hpp"
#include "tools/cli/reproduce/recording_input.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& name) {
  std::error_code error;
  const fs::file_status status = fs::status(name, error);
  if (!fs::exists(status)) throw BadInput{fmt::format("cannot read '{}': no such file or folder", shown(name))};
  return fs::is_directory(status);
}

std::vector<std::string> recordings_below(const std::string& folder) {
  std::vector<std::string> files;
  try {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator{folder}) {
      if (!is_recording_name(entry.path().string()) || entry.is_directory()) continue;
      if (entry.is_symlink() && !api::lies_below(entry.path(), folder)) {
        throw BadInput{fmt::format("'{}' is a link that leads out of the folder '{}'; name the file itself",
                                   shown(entry.path().string()), shown(folder))};
      }
      files.push_back(entry.path().string());
    }
  } catch (const fs::filesystem_error& failure) {
    throw BadInput{fmt::format("cannot read '{}': {}", shown(folder), failure.code().message())};
  }
  if (files.empty()) throw BadInput{fmt::format("found no recording (.jsonl) in the folder '{}'", shown(folder))};
  std::ranges::sort(files);
  return files;
}

/// Returns "faults/oom" for folder/faults/oom.jsonl.
std::string name_below(const fs::path& file, const fs::path& folder) {
  fs::path name = file.lexically_relative(folder);
  if (name.extension() == ".gz") name.replace_extension();
  return name.replace_extension().generic_string();
}

using ByName = std::map<std::string, std::string>;

/// Returns the only scenario whose file has the name; empty if there is none or more than one.
std::string scenario_below(const std::string& name, const ByName& scenarios) {
  const auto is_below = [end = '/' + name](const ByName::value_type& scenario) {
    return scenario.first.ends_with(end);
  };
  const auto found = std::ranges::find_if(scenarios, is_below);
  if (found == scenarios.end() || std::find_if(std::next(found), scenarios.end(), is_below) != scenarios.end())
    return {};
  return found->second;
}

/// Returns the scenario with the recording's name, or with the longest common end of the path.
std::string scenario_of(std::string name, const ByName& scenarios) {
  while (true) {
    if (const auto found = scenarios.find(name); found != scenarios.end()) return found->second;
    const std::size_t slash = name.find('/');
    if (slash == std::string::npos) return scenario_below(name, scenarios);
    name.erase(0, slash + 1);
  }
}

}  // namespace

MatchPairs match_pairs(const std::string& scenarios, const std::string& recordings) {
  const bool has_many_scenarios = is_folder(scenarios);
  MatchPairs found;
  found.is_folder = is_folder(recordings);
  if (!found.is_folder) {
    if (has_many_scenarios) {
      throw BadInput{fmt::format("'{}' is a folder: name the scenario file for the recording '{}'", shown(scenarios),
                                 shown(recordings))};
    }
    found.pairs.push_back({recordings, scenarios});
    return found;
  }
  ByName by_name;
  if (has_many_scenarios) {
    for (const std::string& file : input_files({scenarios}, true)) by_name.emplace(name_below(file, scenarios), file);
  }
  std::set<std::string> used;
  for (std::string& file : recordings_below(recordings)) {
    std::string scenario = has_many_scenarios ? scenario_of(name_below(file, recordings), by_name) : scenarios;
    used.insert(scenario);
    found.pairs.push_back({std::move(file), std::move(scenario)});
  }
  for (const auto& [name, file] : by_name) {
    if (!used.contains(file)) found.left_out.push_back(file);
  }
  return found;
}

}  // namespace podreel::cli
