// The input files that a command line names.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace podreel::cli {

/// Declares `-f FILE` (repeatable) and the positional FILE…, both added to `files`.
void add_input_options(CLI::App& verb, std::vector<std::string>& files, const std::string& what);

/// Whether a folder's file of that name is read: .yaml, .yml or .json, as it is or packed (.gz).
[[nodiscard]] bool is_input_name(const std::string& name);

/// Replaces folders by the .yaml, .yml and .json files in them, also packed ones (.gz), sorted by name; with
/// `recursive`, of their subfolders too. "-" (standard input, at most once) and files stay as they are. Throws BadInput
/// that tells every name that does not exist, every folder without such a file or with a link out of it, and an empty
/// list.
[[nodiscard]] std::vector<std::string> input_files(const std::vector<std::string>& named, bool recursive = false);

/// All of a file, or of standard input for "-". Throws BadInput if it cannot be read, or is larger
/// than a document may be.
[[nodiscard]] std::string text_of_file(const std::string& file);

}  // namespace podreel::cli
