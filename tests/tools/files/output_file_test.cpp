#include "tools/files/output_file.hpp"

#include <csignal>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/scratch_folder.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;
using testing::ScratchFolder;

std::ptrdiff_t entries(const ScratchFolder& folder) {
  return std::distance(fs::directory_iterator{folder.path()}, fs::directory_iterator{});
}

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream{path}.rdbuf();
  return text.str();
}

/// While it lives, no file of this process grows beyond `bytes`: what a full disk is to a writer.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_{std::signal(SIGXFSZ, SIG_IGN)} {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace

TEST_CASE("a file appears only when it is complete") {
  const ScratchFolder folder;
  const std::string path = folder / "trace.json";
  OutputFile file{path};
  file.stream() << "whole";
  file.stream().flush();
  CHECK_FALSE(fs::exists(path));
  file.commit();
  CHECK(content_of(path) == "whole");
  CHECK(entries(folder) == 1);
}

TEST_CASE("without a commit nothing is left, and what was there stays") {
  const ScratchFolder folder;
  const std::string path = folder / "trace.json";
  std::ofstream{path} << "before";
  {
    OutputFile file{path};
    file.stream() << "half of";
  }
  CHECK(content_of(path) == "before");
  CHECK(entries(folder) == 1);
}

TEST_CASE("a disk that fills up while writing leaves nothing half-written") {
  const ScratchFolder folder;
  const std::string path = folder / "trace.json";
  std::ofstream{path} << "before";
  {
    OutputFile file{path};
    const FileSizeLimit limit{100'000};
    CHECK_THROWS_AS((file.stream() << std::string(1'000'000, 'x')).flush(), OutputError);
  }
  CHECK(content_of(path) == "before");
  CHECK(entries(folder) == 1);
}

TEST_CASE("a full device is reported by name") {
  OutputFile file{"/dev/full"};
  file.stream() << "x";
  CHECK_THROWS_WITH_AS(file.commit(), "cannot write '/dev/full': No space left on device", OutputError);
}

TEST_CASE("a place that cannot be written to is the user's to mend") {
  const ScratchFolder folder;
  CHECK_THROWS_WITH_AS(OutputFile{folder / "no/such/file"},
                       ("cannot write '" + (folder / "no/such/file") + "': No such file or directory").c_str(),
                       BadInput);
  CHECK_THROWS_WITH_AS(OutputFile{folder / "."}, ("cannot write '" + (folder / ".") + "': Is a directory").c_str(),
                       BadInput);
}

TEST_CASE("a link stays a link, and a file keeps its mode") {
  const ScratchFolder folder;
  const std::string path = folder / "real.json";
  std::ofstream{path} << "before";
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(path, folder / "link.json");
  OutputFile file{folder / "link.json"};
  file.stream() << "after";
  file.commit();
  CHECK(fs::is_symlink(folder / "link.json"));
  CHECK(content_of(path) == "after");
  CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("a pipe is written to directly") {
  const ScratchFolder folder;
  const std::string path = folder / "pipe";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  // Held open for reading and writing, so that nobody waits.
  std::fstream held{path};
  OutputFile file{path};
  file.stream() << "line\n";
  file.commit();
  std::string line;
  std::getline(held, line);
  CHECK(line == "line");
  CHECK(fs::is_fifo(path));
}

}  // namespace podreel::cli
