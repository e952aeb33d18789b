// Input files of a command line.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace podreel::cli {

/// Declares `-f FILE` (repeatable) and the positional FILE…, both added to `files`.
void add_input_options(CLI::App& verb, std::vector<std::string>& files, const std::string& what);

/// Returns whether a file with that name is read from a folder: .yaml, .yml or .json, optionally compressed (.gz).
[[nodiscard]] bool is_input_name(const std::string& name);

/// Replaces folders by the .yaml, .yml and .json files in them, also compressed ones (.gz), sorted by name; with
/// `recursive`, also by those in their subfolders. "-" (standard input, at most once) and files are kept. Throws
/// BadInput, which lists every name that does not exist and every folder without such a file or with a link out of it;
/// also for an empty list.
[[nodiscard]] std::vector<std::string> input_files(const std::vector<std::string>& named, bool recursive = false);

/// Returns the content of a file, or of standard input for "-". Throws BadInput if it cannot be read, or exceeds the
/// size limit of documents.
[[nodiscard]] std::string text_of_file(const std::string& file);

}  // namespace podreel::cli
