// What a scenario may read, and where outputs go.
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

/// A folder `given` with a scenario in it, and a secret beside it.
class Folders {
 public:
  Folders() {
    fs::create_directories(root_ / "given");
    write("secret.yaml", "password: swordfish\n");
    write("pod.yaml", "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, image: i}]}}\n");
  }

  void write(const std::string& name, const std::string& text) const { std::ofstream{root_ / name} << text; }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream{root_ / name}.rdbuf();
    return text.str();
  }
  [[nodiscard]] std::string operator/(const std::string& name) const { return root_ / name; }
  [[nodiscard]] const fs::path& path() const { return root_.path(); }

 private:
  ScratchFolder root_;
};

std::string scenario_of(const std::string& file) {
  return "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec:\n  timeline:\n"
         "    - {at: 0s, createPod: {file: " +
         file + "}}\n";
}

}  // namespace

TEST_CASE("a scenario reads files of its own folder only, and no other file is quoted") {
  const Folders folders;
  fs::create_symlink(folders / "secret.yaml", folders / "given/link.yaml");
  for (const std::string& file : {std::string{"../secret.yaml"}, folders / "secret.yaml", std::string{"link.yaml"},
                                  std::string{"/etc/passwd"}, std::string{"/dev/zero"}}) {
    CAPTURE(file);
    folders.write("given/s.yaml", scenario_of(file));
    const CommandResult result = run_podreel({"test", folders / "given/s.yaml", "--junit", folders / "junit.xml"});
    CHECK(result.exit_code == 2);
    CHECK(has(result.err, "is outside the folder of the scenario"));
    CHECK_FALSE(has(result.err + result.out + folders.read("junit.xml"), "swordfish"));
    CHECK_FALSE(has(result.err + result.out + folders.read("junit.xml"), "root:"));
  }
}

TEST_CASE("--root names another folder for the files of scenarios") {
  const Folders folders;
  folders.write("given/s.yaml", scenario_of("../pod.yaml"));
  CHECK(run_podreel({"run", folders / "given/s.yaml"}).exit_code == 2);
  CHECK(run_podreel({"run", folders / "given/s.yaml", "--root", folders.path().string()}).exit_code == 0);
  const CommandResult outside = run_podreel({"run", folders / "given/s.yaml", "--root", folders / "given"});
  CHECK(outside.exit_code == 2);
  CHECK(has(outside.err, "pod.yaml is outside the folder " + (folders / "given")));
}

TEST_CASE("how to replay what failed names the folder of its files, too") {
  const Folders folders;
  folders.write("given/s.yaml", scenario_of("../pod.yaml") + "  expect:\n    - {event: {reason: Gone}, count: 1}\n");
  const CommandResult failed = run_podreel({"test", folders / "given/s.yaml", "--root", folders.path().string()});
  CHECK(failed.exit_code == 1);
  CHECK(has(failed.out, "replay: podreel run " + (folders / "given/s.yaml") + " --root " + folders.path().string()));
}

TEST_CASE("a folder's links out of it are not read, nor are goldens that are such links") {
  const Folders folders;
  fs::create_symlink(folders / "secret.yaml", folders / "given/s.yaml");
  const CommandResult folder = run_podreel({"test", folders / "given"});
  CHECK(folder.exit_code == 2);
  CHECK(has(folder.err, "is a link that leads out of the folder"));
  CHECK_FALSE(has(folder.err, "swordfish"));
  fs::remove(folders / "given/s.yaml");
  fs::copy_file(source_path("scenarios/single-pod.yaml"), folders / "given/single-pod.yaml");
  fs::create_symlink(folders / "secret.yaml", folders / "given/single-pod.golden.jsonl");
  for (const std::string option : {"--all", "--update"}) {
    const CommandResult golden = run_podreel({"test", folders / "given/single-pod.yaml", option});
    CHECK(golden.exit_code == 2);
    CHECK_FALSE(has(golden.err + golden.out, "swordfish"));
    CHECK(folders.read("secret.yaml") == "password: swordfish\n");
  }
}

TEST_CASE("an output that is a link stays one, whether what it leads to is there or not") {
  const Folders folders;
  folders.write("there.json", "before");
  fs::create_symlink("there.json", folders / "to-there");
  fs::create_symlink("missing.json", folders / "to-missing");
  fs::create_symlink("circle", folders / "circle");
  const std::string scenario = "scenarios/single-pod.yaml";
  for (const std::string link : {"to-there", "to-missing"}) {
    for (const std::string option : {"--trace-out", "--record-choices"}) {
      CHECK(run_podreel({"run", scenario, option, folders / link}).exit_code == 0);
      CHECK(fs::is_symlink(folders / link));
    }
  }
  CHECK(folders.read("there.json") == folders.read("missing.json"));
  CHECK(folders.read("there.json") != "before");
  CHECK(run_podreel({"run", scenario, "--trace-out", folders / "circle"}).exit_code == 2);
}

TEST_CASE("what is half written goes when the command is ended") {
  for (const std::string signal : {"INT", "TERM", "HUP"}) {
    CAPTURE(signal);
    // In the background bash lets a command ignore SIGINT; under env it does not.
    const CommandResult result = run_shell(
        "d=$(mktemp -d); env --default-signal=INT podreel run scenarios/crash-loop.yaml --speed 1x --until 1h "
        "--trace-out $d/t.json > /dev/null & p=$!; until ls -A $d | grep -q podreel; do sleep 0.05; done; kill -" +
        signal + " $p; wait $p; echo $?; ls -A $d; rm -r $d");
    CHECK((result.out == "130\n" || result.out == "143\n" || result.out == "129\n"));
  }
  const CommandResult full = run_shell(
      "d=$(mktemp -d) && (ulimit -f 8; podreel run scenarios/crash-loop.yaml --trace-out $d/t.json 2>&1 >/dev/null; "
      "echo $?); ls -A $d; rm -r $d");
  CHECK_MESSAGE(full.out.ends_with("t.json': File too large\n3\n"), full.out);
}

}  // namespace podreel::testing
