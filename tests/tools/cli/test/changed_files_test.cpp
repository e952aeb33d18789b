// `podreel test --changed-since`.
#include "tools/cli/test/changed_files.hpp"

#include <doctest/doctest.h>
#include <filesystem>

#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace {

using testing::CommandResult;
using testing::has;
using testing::run_shell;

/// A repository with the scenarios a/one.yaml, a/two.yaml and b/three.yaml, and a manifest below b.
class Repository {
 public:
  Repository() {
    sh("git init -q && git config user.name t && git config user.email t@example.org && mkdir -p a b/pods && "
       "touch a/one.yaml a/two.yaml b/three.yaml b/pods/web.txt && git add . && git commit -qm first");
  }

  void sh(const std::string& command) const {
    const CommandResult done = run_shell("cd '" + folder_.path().string() + "' && " + command);
    REQUIRE_MESSAGE(done.exit_code == 0, done.err);
  }

  /// Returns the changed scenarios, separated by blanks.
  [[nodiscard]] std::string changed(const std::string& revision = "HEAD") const {
    const std::vector<std::string> files{folder_ / "a/one.yaml", folder_ / "a/two.yaml", folder_ / "b/three.yaml"};
    std::string names;
    for (const std::string& file : changed_files(files, revision)) {
      names += (names.empty() ? "" : " ") + std::filesystem::path{file}.stem().string();
    }
    return names;
  }

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return folder_.path(); }

 private:
  testing::ScratchFolder folder_;
};

}  // namespace

TEST_CASE("without changes, no file is selected") {
  CHECK(Repository{}.changed().empty());
}

TEST_CASE("files that differ from the revision are selected, committed or not") {
  const Repository repository;
  repository.sh("echo >a/one.yaml");
  CHECK(repository.changed() == "one");
  repository.sh("git commit -qam second");
  CHECK(repository.changed().empty());
  CHECK(repository.changed("HEAD~1") == "one");
}

TEST_CASE("another file selects the scenarios of its folder and of the folders above it") {
  const Repository repository;
  repository.sh("echo >b/pods/web.txt");
  CHECK(repository.changed() == "three");
  repository.sh("git rm -qf b/pods/web.txt");
  CHECK(repository.changed() == "three");
}

TEST_CASE("a file of another folder selects the scenarios whose text names it") {
  const Repository repository;
  repository.sh("echo 'file: ../b/pods/web.txt' >a/one.yaml && git commit -qam second && echo >b/pods/web.txt");
  CHECK(repository.changed() == "one three");
  repository.sh("git rm -qf b/pods/web.txt");
  CHECK(repository.changed() == "one three");
}

TEST_CASE("an untracked golden selects the scenarios of its folder") {
  const Repository repository;
  repository.sh("touch a/one.golden.jsonl");
  CHECK(repository.changed() == "one two");
}

TEST_CASE("standard input is always selected, and an unknown revision is an error") {
  CHECK(changed_files({"-"}, "HEAD") == std::vector<std::string>{"-"});
  const Repository repository;
  CHECK_THROWS_AS(static_cast<void>(repository.changed("no-such-revision")), BadInput);
  CHECK_THROWS_AS(static_cast<void>(repository.changed("--output=x")), BadInput);
}

TEST_CASE("a test of nothing that changed passes, and says so") {
  const Repository repository;
  repository.sh("cp '" + std::filesystem::current_path().string() +
                "/scenarios/single-pod.yaml' a/one.yaml && rm "
                "a/two.yaml b/three.yaml && git add -A && git commit -qm second");
  const std::string folder = (repository.path() / "a").string();
  const CommandResult same = testing::run_podreel({"test", folder, "--changed-since", "HEAD"});
  CHECK(same.exit_code == 0);
  CHECK(same.out == "0 passed, 0 failed, 0 skipped (0 runs, 0 expectations)\n");
  CHECK(same.err == "no selected scenario has changed since HEAD\n");
  const CommandResult changed = testing::run_podreel({"test", folder, "--changed-since", "HEAD~1"});
  CHECK(changed.exit_code == 0);
  CHECK(has(changed.out, "(1 run, "));
}

}  // namespace podreel::cli
