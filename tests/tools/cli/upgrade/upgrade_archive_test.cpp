// `podreel upgrade` of what somebody has packed: folders of folders, .gz, tar archives.
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/kubectl_dump.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel {

namespace {

namespace fs = std::filesystem;
using testing::CommandResult;
using testing::dumped_node;
using testing::dumped_pod;
using testing::has;
using testing::printed_list;

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream{file, std::ios::binary} << text;
}

/// As must-gather leaves it: pods of a namespace in a list and each in a file of its own, and other files.
class Gathered {
 public:
  Gathered() {
    const fs::path root = folder.path() / "must-gather";
    const auto web = dumped_pod("web-5d4-x", "a", "ReplicaSet", "web-5d4");
    write(root / "cluster-scoped-resources/core/nodes/a.yaml", dumped_node("a", "v1.30.4").dump());
    write(root / "namespaces/shop/core/pods.yaml", printed_list({web, dumped_pod("db-0", "a", "StatefulSet", "db")}));
    write(root / "namespaces/shop/pods/web-5d4-x/web-5d4-x.yaml", web.dump());
    write(root / "version.json", R"({"gitVersion": "v1.30.4"})");
    write(root / "errors.json", R"(["nothing", "happened"])");
    write(root / "host.log", "no YAML: [");
  }

  [[nodiscard]] CommandResult upgrade(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"upgrade", "--to", "1.31"});
    return testing::run_podreel(arguments);
  }
  [[nodiscard]] CommandResult shell(const std::string& line) const {
    return testing::run_shell("cd " + folder.path().string() + "; " + line);
  }

  testing::ScratchFolder folder;
};

void check_gathered(const CommandResult& result) {
  CAPTURE(result.err);
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "1.30.4 to 1.31: 2 of 2 containers restart"));
  CHECK(has(result.err, "1 duplicate pod is counted once"));
  CHECK(has(result.err, "ignored content of 2 files that is not a Kubernetes object"));
}

}  // namespace

TEST_CASE("-R reads a folder with all that is below it") {
  const Gathered gathered;
  check_gathered(gathered.upgrade({"-R", "-f", gathered.folder / "must-gather"}));
  const CommandResult flat = gathered.upgrade({"-f", gathered.folder / "must-gather"});
  CHECK(flat.exit_code == 2);
}

TEST_CASE("archives are read, packed or not") {
  const Gathered gathered;
  for (const std::string& archive : {std::string{"a.tar"}, std::string{"a.tar.gz"}, std::string{"a.tgz"}}) {
    CAPTURE(archive);
    const std::string flags = archive == "a.tar" ? "cf" : "czf";
    REQUIRE(gathered.shell("tar " + flags + " " + archive + " must-gather").exit_code == 0);
    check_gathered(gathered.upgrade({"-f", gathered.folder / archive}));
  }
}

TEST_CASE("names longer than a tar header holds are read") {
  const Gathered gathered;
  const std::string deep(120, 'd');
  write(gathered.folder.path() / deep / deep / "pod.yaml", dumped_pod("deep", "a").dump());
  for (const std::string& format : {std::string{"gnu"}, std::string{"posix"}}) {
    CAPTURE(format);
    REQUIRE(gathered.shell("tar --format=" + format + " -cf a.tar must-gather " + deep).exit_code == 0);
    CHECK(has(gathered.upgrade({"-f", gathered.folder / "a.tar"}).out, "3 of 3 containers restart"));
  }
}

TEST_CASE("a packed dump is read, from a file and from standard input") {
  const Gathered gathered;
  write(gathered.folder.path() / "dump.json",
        printed_list({dumped_node("a", "v1.30.4"), dumped_pod("db-0", "a", "StatefulSet", "db")}));
  REQUIRE(gathered.shell("gzip dump.json").exit_code == 0);
  CHECK(has(gathered.upgrade({"-f", gathered.folder / "dump.json.gz"}).out, "1 of 1 container restarts"));
  CHECK(has(gathered.shell("podreel upgrade --to 1.31 -f - < dump.json.gz").out, "1 of 1 container restarts"));
}

TEST_CASE("an archive that is cut off, is none or is a bomb is reported, and what came before is answered for") {
  const Gathered gathered;
  REQUIRE(gathered.shell("tar cf whole.tar must-gather; head -c 6000 whole.tar > cut.tar").exit_code == 0);
  const CommandResult cut = gathered.upgrade({"-f", gathered.folder / "cut.tar"});
  CHECK(cut.exit_code == 2);
  const bool is_reported = has(cut.err, "truncated") || has(cut.err, "ends inside a file");
  CHECK(is_reported);
  write(gathered.folder.path() / "none.tar", std::string(2000, 'x'));
  CHECK(has(gathered.upgrade({"-f", gathered.folder / "none.tar"}).err, "is not a tar archive, or is damaged"));
  REQUIRE(gathered.shell("head -c 200000000 /dev/zero | tr '\\0' ' ' | gzip -9 > bomb.json.gz").exit_code == 0);
  const CommandResult bomb = gathered.upgrade({"-f", gathered.folder / "bomb.json.gz"});
  CHECK(bomb.exit_code == 2);
  REQUIRE(gathered.shell("head -c 300 /dev/urandom | gzip | head -c 100 > cut.json.gz").exit_code == 0);
  CHECK(has(gathered.upgrade({"-f", gathered.folder / "cut.json.gz"}).err, "ends inside the compressed data"));
}

}  // namespace podreel
