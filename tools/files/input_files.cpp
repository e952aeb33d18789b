#include "tools/files/input_files.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "engine/api/file_place.hpp"
#include "engine/api/input_file.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;

template <typename Iterator>
std::vector<std::string> listing(const fs::path& folder) {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : Iterator{folder}) {
    if (!is_input_name(entry.path().string()) || entry.is_directory()) continue;
    if (entry.is_symlink() && !api::lies_below(entry.path(), folder)) {
      throw BadInput{fmt::format("'{}' is a link that leads out of the folder '{}'; name the file itself",
                                 entry.path().string(), folder.string())};
    }
    files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

/// Appends the files of `name`; returns an error message, or an empty text.
std::string expand(const std::string& name, bool recursive, std::vector<std::string>& files) {
  std::error_code error;
  const fs::file_status status = fs::status(name, error);
  if (!fs::exists(status)) {
    const bool missing = status.type() == fs::file_type::not_found;
    return fmt::format("cannot read '{}': {}", name, missing ? "no such file or folder" : error.message());
  }
  if (!fs::is_directory(status)) {
    files.push_back(name);
    return {};
  }
  try {
    const std::vector<std::string> found = recursive ? listing<fs::recursive_directory_iterator>(name)  //
                                                     : listing<fs::directory_iterator>(name);
    files.insert(files.end(), found.begin(), found.end());
    return found.empty() ? fmt::format("found no .yaml, .yml or .json file in the folder '{}'", name) : std::string{};
  } catch (const fs::filesystem_error& failure) {
    return fmt::format("cannot read '{}': {}", name, failure.code().message());
  }
}

}  // namespace

bool is_input_name(const std::string& name) {
  fs::path path{name};
  if (path.extension() == ".gz") path = path.stem();
  const fs::path extension = path.extension();
  return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

void add_input_options(CLI::App& verb, std::vector<std::string>& files, const std::string& what) {
  verb.add_option("-f,--filename", files, what + "; a file, a folder, or - for standard input (repeatable)")
      ->type_name("FILE")
      ->allow_extra_args(false);
  // Options are stored in the order of their declaration, and storing a vector replaces its content.
  const auto append = [&files](const std::vector<std::string>& more) {
    files.insert(files.end(), more.begin(), more.end());
  };
  verb.add_option_function<std::vector<std::string>>("FILE", append, "alias of -f FILE")->type_name("FILE");
}

std::vector<std::string> input_files(const std::vector<std::string>& named, bool recursive) {
  std::vector<std::string> files;
  std::string wrong;
  for (const std::string& name : named) {
    if (name == "-") {
      files.push_back(name);
      continue;
    }
    const std::string problem = expand(name, recursive, files);
    if (!problem.empty()) wrong += (wrong.empty() ? "" : "\n") + problem;
  }
  if (std::ranges::count(named, "-") > 1) wrong += (wrong.empty() ? "" : "\n") + std::string{"'-' is named twice"};
  if (named.empty()) wrong = "no input; name a FILE, a folder, or - for standard input";
  if (!wrong.empty()) throw BadInput{wrong};
  return files;
}

std::string text_of_file(const std::string& file) {
  api::InputFile input{file};
  std::string text = input.read_all();
  if (input.problem()) throw BadInput{std::vector<api::Problem>{{input.name(), {}, "", *input.problem()}}};
  return text;
}

}  // namespace podreel::cli
