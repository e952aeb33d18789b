#include "engine/api/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "engine/api/packed_format.hpp"

namespace podreel::api {

std::string too_large_text() {
  return fmt::format("the file is larger than {} MiB, the limit for YAML, JSON and tables",
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

InputFile::InputFile(std::string name, Source source) : name_(std::move(name)), source_(std::move(source)) {}

bool InputFile::read(std::string& text, std::size_t size) {
  if (ahead_.empty()) return read_more(text, size);
  text += ahead_;
  ahead_ = {};
  return true;
}

bool InputFile::read_bytes(std::string& bytes, std::size_t size) {
  if (source_) return source_(bytes, size);
  if (!file_) return false;
  const std::size_t block = std::min(size, next_block_);
  const std::size_t before = bytes.size();
  bytes.resize(before + block);
  const std::size_t count = std::fread(bytes.data() + before, 1, block, file_.get());
  bytes.resize(before + count);
  if (next_block_ < size) next_block_ *= 2;
  if (std::ferror(file_.get()) != 0) problem_ = fmt::format("cannot be read: {}", std::strerror(errno));
  return count > 0 && !problem_;
}

bool InputFile::read_more(std::string& text, std::size_t size) {
  if (inflater_) return unpack_more(text, size);
  const std::size_t before = text.size();
  if (!read_bytes(text, size)) return false;
  if (std::exchange(is_begun_, true)) return true;
  const std::string_view begin = std::string_view{text}.substr(before);
  problem_ = unaccepted_format(begin);
  if (problem_) text.resize(before);
  if (problem_ || !begins_as_gzip(begin)) return !problem_;
  inflater_ = std::make_unique<GzipInflater>();
  packed_ = text.substr(before);
  text.resize(before);
  return unpack_more(text, size);
}

bool InputFile::unpack_more(std::string& text, std::size_t size) {
  // Little enough that what comes of it can be held, however well it is packed.
  constexpr std::size_t packed_block = std::size_t{1} << 14;
  const std::size_t before = text.size();
  while (!problem_ && text.size() == before) {
    if (packed_.empty() && !read_bytes(packed_, size)) {
      if (!problem_) problem_ = inflater_->finish();
      return false;
    }
    const std::size_t count = std::min(packed_.size() - packed_at_, packed_block);
    problem_ = inflater_->unpack(std::string_view{packed_}.substr(packed_at_, count), text);
    packed_at_ += count;
    if (packed_at_ < packed_.size()) continue;
    packed_.clear();
    packed_at_ = 0;
  }
  return !problem_;
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
