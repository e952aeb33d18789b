// `podreel upgrade` of what somebody has packed: folders of folders, .gz, tar archives.
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
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
  write(gathered.folder.path() / "clusterdump/nodes.json", printed_list({dumped_node("a", "v1.30.4")}));
  write(gathered.folder.path() / "clusterdump/shop/pods.json", printed_list({dumped_pod("db-0", "a")}));
  const CommandResult dump = gathered.upgrade({"-f", gathered.folder / "clusterdump"});
  CHECK(dump.exit_code == 2);
  CHECK(dump.out == "");
  CHECK(has(dump.err, "found no pods to evaluate; add -R to read the folders in it as well"));
  CHECK(has(gathered.upgrade({"-R", "-f", gathered.folder / "clusterdump"}).out, "1 of 1 container restarts"));
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

TEST_CASE("JSON Lines hold objects, containers or both, in a file of any name and on standard input") {
  const Gathered gathered;
  const auto pod = [](const std::string& name) {
    return R"({"kind":"Pod","metadata":{"name":")" + name +
           R"(","namespace":"shop"},"spec":{"initContainers":[{"name":"migrate","image":"m"}],)"
           R"("containers":[{"name":"app","image":"i"}]}})" +
           "\n";
  };
  const std::string container = R"({"name":"db","container":{"name":"db","image":"i"}})"
                                "\n";
  write(gathered.folder.path() / "pods.jsonl", pod("web") + pod("api"));
  const CommandResult pods =
      testing::run_podreel({"upgrade", "--from", "1.30", "--to", "1.31", "-f", gathered.folder / "pods.jsonl"});
  CHECK(has(pods.out, "shop/web   app         regular   restarts"));
  CHECK(has(pods.out, "1.30 to 1.31: 2 of 2 containers restart"));
  write(gathered.folder.path() / "both.jsonl", pod("web") + container);
  write(gathered.folder.path() / "both.txt", container + pod("web"));
  for (const std::string& input :
       {std::string{"-f both.jsonl"}, std::string{"-f both.txt"}, std::string{"< both.txt"}}) {
    CAPTURE(input);
    CHECK(has(gathered.shell("podreel upgrade --from 1.30 --to 1.31 " + input).out, "2 of 2 containers restart"));
  }
  write(gathered.folder.path() / "dump.jsonl",
        dumped_node("a", "v1.30.4").dump() + "\n" + dumped_pod("db-0", "a").dump() + "\n");
  CHECK(has(gathered.upgrade({"-f", gathered.folder / "dump.jsonl", "--downtime"}).out, "Pod/shop/db-0"));
}

TEST_CASE("an archive without a file that is read is no answer") {
  const Gathered gathered;
  write(gathered.folder.path() / "logs/kubelet.log", "nothing");
  REQUIRE(gathered.shell("tar czf logs.tgz logs; tar cf none.tar -T /dev/null").exit_code == 0);
  for (const std::string& archive : {std::string{"logs.tgz"}, std::string{"none.tar"}}) {
    CAPTURE(archive);
    const CommandResult result = gathered.upgrade({"-f", gathered.folder / archive});
    CHECK(result.exit_code == 2);
    CHECK(result.out == "");
    CHECK(has(result.err, "found no .yaml, .yml or .json file in the archive"));
  }
}

TEST_CASE("formats that are not unpacked are named") {
  const Gathered gathered;
  const std::vector<std::pair<std::string, std::string>> formats{
      {std::string("PK\x03\x04", 4), "is a zip archive"},
      {std::string("\xfd"
                   "7zXZ\0",
                   6),
       "is packed with xz"},
      {std::string("BZh91AY&SY"), "is packed with bzip2"},
      {std::string("\x28\xb5\x2f\xfd"), "is packed with zstd"}};
  for (const auto& [bytes, message] : formats) {
    for (const std::string& name : {std::string{"dump.json"}, std::string{"dump.tar"}, std::string{"dump.zip"}}) {
      CAPTURE(name);
      write(gathered.folder.path() / name, bytes + std::string(600, '\1'));
      const CommandResult result = gathered.upgrade({"-f", gathered.folder / name});
      CHECK(result.exit_code == 2);
      CHECK(has(result.err, name + ": " + message + "; accepted: text, gzip (.gz)"));
    }
  }
}

TEST_CASE("the logs in kubectl cluster-info dump are no objects, whatever they hold") {
  const Gathered gathered;
  const std::string nodes = printed_list({dumped_node("a", "v1.30.4")});
  const std::string shop = printed_list({dumped_pod("db-0", "a")});
  const std::string pay = printed_list({dumped_pod("db-1", "a")});
  const std::string log = "==== START logs for container app of pod shop/db-0 ====\n{\"items\": [{\n}]]\nno end";
  const std::string end = "==== END logs for container app of pod shop/db-0 ====\n";
  write(gathered.folder.path() / "cluster-info.dump",
        nodes + "\n" + shop + "\n" + log + end + pay + "\n" + log + "\n" + end);
  const CommandResult result = gathered.upgrade({"-f", gathered.folder / "cluster-info.dump"});
  CHECK(result.exit_code == 1);
  CHECK(result.err == "");
  CHECK(has(result.out, "2 of 2 containers restart"));
}

}  // namespace podreel
