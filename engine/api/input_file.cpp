#include "engine/api/input_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace podreel::api {

std::string too_large_text() {
  return fmt::format("the file is larger than {} MiB, the most that is read of YAML, JSON and tables",
                     input_limits.document_bytes / InputLimits::mebi);
}

InputFile::InputFile(const std::string& path) : name_(path == "-" ? "<stdin>" : path) {
  if (path == "-") {
    file_.reset(stdin);
    return;
  }
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    problem_ = "is a folder; a file is expected";
    return;
  }
  file_.reset(std::fopen(path.c_str(), "rb"));
  if (!file_) problem_ = fmt::format("cannot be opened: {}", std::strerror(errno));
}

bool InputFile::read(std::string& text, std::size_t size) {
  if (ahead_.empty()) return read_more(text, size);
  text += ahead_;
  ahead_ = {};
  return true;
}

bool InputFile::read_more(std::string& text, std::size_t size) {
  if (!file_) return false;
  const std::size_t before = text.size();
  text.resize(before + size);
  const std::size_t count = std::fread(text.data() + before, 1, size, file_.get());
  text.resize(before + count);
  if (std::ferror(file_.get()) != 0) problem_ = fmt::format("cannot be read: {}", std::strerror(errno));
  return count > 0 && !problem_;
}

std::string InputFile::read_all() {
  std::string text;
  while (read(text, input_block)) {
    if (text.size() <= input_limits.document_bytes) continue;
    problem_ = too_large_text();
    break;
  }
  return text;
}

std::string_view InputFile::first_line() {
  constexpr std::string_view blanks = " \t\r\n";
  std::size_t begin = 0;
  std::size_t end = std::string::npos;
  do {
    begin = ahead_.find_first_not_of(blanks, begin);
    if (begin == std::string::npos) begin = ahead_.size();
    end = ahead_.find('\n', begin);
  } while (end == std::string::npos && ahead_.size() < input_limits.line_bytes && read_more(ahead_, input_block));
  return std::string_view{ahead_}.substr(begin, end - begin);
}

}  // namespace podreel::api
