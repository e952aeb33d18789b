#include "tools/cli/book/book_folder.hpp"

#include <fmt/format.h>
#include <fstream>
#include <system_error>

#include "tools/files/bad_input.hpp"
#include "tools/files/output_file.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view list_file = "book-files.txt";
constexpr std::string_view list_title = "The files of a book that podreel wrote:";

/// Returns the relative paths of all entries below a folder, except folders.
std::set<std::string> all_files_in(const fs::path& folder) {
  std::set<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator{folder}) {
    if (entry.is_directory() && !entry.is_symlink()) continue;
    files.insert(entry.path().lexically_relative(folder).generic_string());
  }
  return files;
}

/// Returns the files that an earlier book lists as its own; empty if there was none.
std::set<std::string> listed_in(const fs::path& folder) {
  std::ifstream list{folder / list_file, std::ios::binary};
  std::string line;
  if (!std::getline(list, line) || line != list_title) return {};
  std::set<std::string> files{std::string{list_file}};
  while (std::getline(list, line)) files.insert(line);
  return files;
}

std::string listing_of(const std::set<std::string>& files) {
  std::string list{list_title};
  for (const std::string& file : files) list += '\n' + file;
  return list + '\n';
}

void refuse_foreign_files(const fs::path& folder) {
  const std::set<std::string> listed = listed_in(folder);
  for (const std::string& file : all_files_in(folder)) {
    if (listed.contains(file)) continue;
    throw BadInput{
        fmt::format("'{}' holds '{}', which belongs to no book; accepted: a folder that does not exist, is empty, or "
                    "holds an earlier book",
                    folder.string(), shown(file))};
  }
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw BadInput{fmt::format("'{}': {}", folder.string(), error.message())};
}

}  // namespace

BookFolder::BookFolder(const std::string& path, std::set<std::string> files) : path_{path}, files_{std::move(files)} {
  make_folder(path_);
  refuse_foreign_files(path_);
  files_.insert(std::string{list_file});
  std::set<std::string> listed = listed_in(path_);
  listed.insert(files_.begin(), files_.end());
  write(std::string{list_file}, listing_of(listed));
}

void BookFolder::write(const std::string& file, std::string_view text) const {
  const fs::path path = path_ / file;
  make_folder(path.parent_path());
  OutputFile output{path.string()};
  output.stream() << text;
  output.commit();
}

void BookFolder::remove_older_files() const {
  for (const std::string& file : all_files_in(path_)) {
    if (!files_.contains(file)) fs::remove(path_ / file);
  }
  write(std::string{list_file}, listing_of(files_));
}

}  // namespace podreel::cli
