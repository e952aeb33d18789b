#include "engine/api/input_file.hpp"

#include <doctest/doctest.h>
#include <fstream>
#include <string>

#include "tests/support/scratch_folder.hpp"

namespace podreel::api {

namespace {

struct Written {
  testing::ScratchFolder folder;
  std::string path = (folder.path() / "pods.yaml").string();

  void write(const std::string& text) const { std::ofstream{path} << text; }
};

}  // namespace

TEST_CASE("a file that is not there cannot be opened, and one that fails cannot be read") {
  const testing::ScratchFolder folder;
  InputFile missing{(folder.path() / "missing").string()};
  CHECK(missing.problem() == "cannot be opened: No such file or directory");
  CHECK(missing.read_all().empty());
  // The memory of a process has nothing at its beginning.
  InputFile broken{"/proc/self/mem"};
  CHECK_FALSE(broken.problem());
  CHECK(broken.read_all().empty());
  CHECK(broken.problem() == "cannot be read: Input/output error");
}

TEST_CASE_FIXTURE(Written, "a file's first line that is not blank can be looked at before all of it is read") {
  const std::string text = "\n  \r\n\t{\"kind\": \"Pod\"}\r\nrest\n";
  write(text);
  InputFile file{path};
  CHECK(file.first_line() == "{\"kind\": \"Pod\"}\r");
  CHECK(file.first_line() == "{\"kind\": \"Pod\"}\r");
  CHECK(file.read_all() == text);
  CHECK(file.read_all().empty());
}

TEST_CASE_FIXTURE(Written, "a file without a line has an empty first one") {
  write(" \n\n");
  InputFile file{path};
  CHECK(file.first_line().empty());
  CHECK(file.read_all() == " \n\n");
}

TEST_CASE_FIXTURE(Written, "what is read is added to what there is") {
  write("abcdef");
  InputFile file{path};
  std::string text = ">";
  CHECK(file.read(text, 4));
  CHECK(text == ">abcd");
  CHECK(file.read(text, 4));
  CHECK(text == ">abcdef");
  CHECK_FALSE(file.read(text, 4));
  CHECK(text == ">abcdef");
}

}  // namespace podreel::api
