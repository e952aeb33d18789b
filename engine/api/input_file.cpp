#include "engine/api/input_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace podreel::api {

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
  if (!file_) return false;
  const std::size_t before = text.size();
  text.resize(before + size);
  const std::size_t count = std::fread(text.data() + before, 1, size, file_.get());
  text.resize(before + count);
  if (std::ferror(file_.get()) != 0) problem_ = fmt::format("cannot be read: {}", std::strerror(errno));
  return count > 0 && !problem_;
}

std::string InputFile::read_all() {
  constexpr std::size_t block = std::size_t{1} << 20;
  std::string text;
  while (read(text, block)) {
  }
  return text;
}

}  // namespace podreel::api
