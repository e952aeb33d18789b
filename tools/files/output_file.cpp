#include "tools/files/output_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace {

constexpr mode_t default_mode = 0666;

/// Returns whether the user can fix the error by naming another path.
bool is_wrong_place(int error_number) {
  return error_number == ENOENT || error_number == ENOTDIR || error_number == EISDIR || error_number == EACCES ||
         error_number == EPERM || error_number == EROFS || error_number == ENAMETOOLONG || error_number == ELOOP;
}

[[noreturn]] void fail_to_open(const std::string& name, int error_number) {
  if (is_wrong_place(error_number)) throw BadInput{OutputError{name, error_number}.what()};
  throw OutputError{name, error_number};
}

/// Resolves links at the end of `path`, also if the target does not exist. The system has already rejected circular
/// links.
std::filesystem::path follow_links(std::filesystem::path path) {
  constexpr int max_links = 40;
  std::error_code error;
  for (int link = 0; link < max_links && std::filesystem::is_symlink(path, error); ++link) {
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  }
  return path;
}

/// Returns the mode of the file at `path`, or that of a new file.
mode_t mode_at(const std::filesystem::path& path) {
  struct stat existing {};
  if (::stat(path.c_str(), &existing) == 0) return existing.st_mode & ~static_cast<mode_t>(S_IFMT);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return default_mode & ~mask;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : name_{fmt::format("'{}'", path)}, target_{follow_links(path)} {
  struct stat existing {};
  const bool exists = ::stat(path.c_str(), &existing) == 0;
  if (!exists && errno == ELOOP) fail_to_open(name_, ELOOP);
  if (exists && S_ISDIR(existing.st_mode)) fail_to_open(name_, EISDIR);
  if (path == "-") {
    name_ = "standard output";
    descriptor_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) fail_to_open(name_, errno);
  } else if (exists && (!S_ISREG(existing.st_mode) || existing.st_nlink == 0)) {
    target_ = path;
    open_in_place();
  } else {
    open_temporary();
  }
  stream_.emplace(descriptor_, name_);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::commit() {
  stream_->flush();
  if (!temporary_) return;
  if (::fsync(descriptor_) != 0) throw OutputError{name_, errno};
  if (::rename(temporary_->path().c_str(), target_.c_str()) != 0) throw OutputError{name_, errno};
  temporary_->keep();
  temporary_.reset();
}

void OutputFile::open_in_place() {
  descriptor_ = ::open(target_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0) fail_to_open(name_, errno);
}

void OutputFile::open_temporary() {
  std::string pattern = (target_.parent_path() / ".podreel-XXXXXX").string();
  descriptor_ = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail_to_open(name_, errno);
  temporary_.emplace(pattern);
  ::fchmod(descriptor_, mode_at(target_));
}

}  // namespace podreel::cli
