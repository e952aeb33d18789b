// tools/release: its refusals, and the parts that need no build. tools/check-deep release runs it.
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <unistd.h>

#include "engine/api/document.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

/// A repository with the version 0.1.0, and what the script reads before it builds anything.
class Repository {
 public:
  Repository() {
    run("mkdir -p tools/cmake && echo 'project(podreel VERSION 0.1.0 LANGUAGES CXX' > CMakeLists.txt && "
        "printf '# Changelog\\n\\n## 0.1.0\\n' > tools/cmake/CHANGELOG.md && cp \"$source/tools/release\" tools && "
        "git init -q && git config user.name t && git config user.email t@example.org && git add . && "
        "git commit -qm first");
  }

  CommandResult run(const std::string& command) const {
    return run_shell("source=$PWD; cd '" + folder_.path().string() + "' && " + command);
  }

 private:
  ScratchFolder folder_;
};

/// Returns whether a program is installed.
bool has_program(const std::string& name) {
  if (run_shell("command -v " + name).exit_code == 0) return true;
  MESSAGE(name << " is not installed: skipped");
  return false;
}

}  // namespace

TEST_CASE("the help of the release script lists every part") {
  const CommandResult help = run_shell("tools/release --help");
  CHECK(help.exit_code == 0);
  CHECK(help.out.starts_with("Builds and verifies what a release consists of: tools/release"));
  for (const char* part : {"package", "elsewhere", "static", "image", "krew", "site", "sbom"}) {
    CHECK_MESSAGE(has(help.out, fmt::format("\n  {} ", part)), part);
  }
}

TEST_CASE("a release is refused for another version, for uncommitted changes, and without a changelog") {
  const Repository repository;
  const auto refusal = [&](const std::string& command) {
    const CommandResult result = repository.run(command);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    return result.err;
  };
  CHECK(refusal("tools/release --fast") ==
        "tools/release: unknown option \"--fast\"; accepted: --without PART, --help\n");
  CHECK(has(refusal("tools/release --without images"), "--without: found \"images\"; accepted: package elsewhere "));
  CHECK(has(refusal("tools/release --without"), "--without: found \"\"; accepted: "));
  CHECK(has(refusal("tools/release latest"), "VERSION: found \"latest\"; accepted: a version such as 0.1.0"));
  CHECK(has(refusal("tools/release 0.2.0"), "VERSION: found 0.2.0; accepted: 0.1.0, which CMakeLists.txt has"));
  CHECK(has(refusal("tools/release 0.1.0 a b"), "found 3 arguments; accepted: VERSION and FOLDER"));
  CHECK(has(refusal("mkdir -p ../used-$$/v0.1.0 && touch ../used-$$/v0.1.0/x && tools/release 0.1.0 ../used-$$; "
                    "code=$?; rm -r ../used-$$; exit $code"),
            "has files; name another folder, or empty it"));
  CHECK(has(refusal("echo >> CMakeLists.txt && tools/release"), "uncommitted changes: M CMakeLists.txt; commit or"));
  CHECK(has(refusal("git checkout -q . && echo new > new.txt && tools/release"), "uncommitted changes: ?? new.txt"));
  CHECK(has(refusal("rm new.txt && echo > tools/cmake/CHANGELOG.md && tools/release"),
            "tools/cmake/CHANGELOG.md has no section \"## 0.1.0\"; add it"));
}

TEST_CASE("the scripts of a release have no findings of shellcheck") {
  if (!has_program("shellcheck")) return;
  const CommandResult result = run_shell(
      "shellcheck tools/release tools/distribution/bare-root tools/distribution/krew-manifest tools/package "
      "tools/check-deep tools/ci/action/install");
  CHECK_MESSAGE(result.exit_code == 0, result.out);
}

TEST_CASE("an artefact that prints another digest than the build, or none, is refused") {
  if (::geteuid() != 0 || !has_program("gcc")) return;
  const ScratchFolder folder;
  const auto run_static = [&](const std::string& printed, const std::string& tree) {
    return run_shell(
        fmt::format("cd '{0}' && mkdir -p {2} p/bin && echo 'digest a1' > {2}/digest && "
                    "echo 'int puts(const char*); int main() {{ return puts(\"{1}\") < 0; }}' | gcc -static -x c - -o "
                    "p/bin/podreel && "
                    "tar -czf p.tar.gz p && \"$OLDPWD/tools/distribution/bare-root\" run-static p.tar.gz \"$PWD/{2}\"",
                    folder.path().string(), printed, tree));
  };
  const CommandResult same = run_static("some records\\ndigest a1\\n", "same");
  CHECK_MESSAGE(same.exit_code == 0, same.err);
  CHECK(same.out.starts_with("digest a1 in "));
  CHECK(run_static("digest b2", "other").err == "bare-root: found \"digest b2\"; expected \"digest a1\"\n");
  CHECK(has(run_static("some records", "none").err, "bare-root: found no digest in the output of: chroot "));
}

TEST_CASE("the manifest for krew has the fields that krew requires") {
  const ScratchFolder folder;
  const CommandResult result =
      run_shell(fmt::format("cd '{}' && printf archive > kubectl-podreel-0.1.0-linux-amd64.tar.gz && "
                            "\"$OLDPWD/tools/distribution/krew-manifest\" "
                            "0.1.0 amd64 kubectl-podreel-0.1.0-linux-amd64.tar.gz",
                            folder.path().string()));
  REQUIRE(result.exit_code == 0);
  const auto read = api::load_documents(result.out, "podreel.yaml");
  REQUIRE(read.problems.empty());
  const nlohmann::json manifest = api::to_json(read.documents.front());
  CHECK(manifest.at("apiVersion") == "krew.googlecontainertools.github.com/v1alpha2");
  CHECK(manifest.at("kind") == "Plugin");
  CHECK(manifest.at("metadata").at("name") == "podreel");
  const nlohmann::json& spec = manifest.at("spec");
  CHECK(std::regex_match(spec.at("version").get<std::string>(), std::regex{R"(v\d+\.\d+\.\d+)"}));
  CHECK(spec.at("homepage").get<std::string>().starts_with("https://"));
  CHECK(spec.at("shortDescription").get<std::string>().size() <= 50);
  CHECK_FALSE(spec.at("description").get<std::string>().empty());
  REQUIRE(spec.at("platforms").size() == 1);
  const nlohmann::json& platform = spec.at("platforms").front();
  CHECK(platform.at("selector").at("matchLabels") == nlohmann::json{{"os", "linux"}, {"arch", "amd64"}});
  CHECK(platform.at("uri").get<std::string>().ends_with("/v0.1.0/kubectl-podreel-0.1.0-linux-amd64.tar.gz"));
  CHECK(platform.at("sha256") == "0eb3e36bfb24dcd9bb1d1bece1531216b59539a8fde17ee80224af0653c92aa3");
  CHECK(platform.at("bin") == "kubectl-podreel");
  std::set<std::string> files;
  for (const nlohmann::json& file : platform.at("files")) {
    CHECK(file.at("to") == ".");
    files.insert(std::filesystem::path{file.at("from").get<std::string>()}.filename().string());
  }
  CHECK(files == std::set<std::string>{"LICENSE", "kubectl-podreel"});
}

TEST_CASE("the bill of materials names the packages that the build has read") {
  if (!has_program("python3")) return;
  const CommandResult refused = run_shell("tools/distribution/sbom /no/such/build 0.1.0");
  CHECK(refused.exit_code == 1);
  CHECK(has(refused.err, "accepted: BUILD VERSION"));
  const std::string build = built_command().parent_path().string();
  if (!has_program("dpkg-query") || run_shell("ninja -C '" + build + "' -t deps podreel | head -n 1").exit_code != 0)
    return;
  const CommandResult result = run_shell("SOURCE_DATE_EPOCH=0 tools/distribution/sbom '" + build + "' 0.1.0");
  REQUIRE_MESSAGE(result.exit_code == 0, result.err);
  const nlohmann::json document = nlohmann::json::parse(result.out);
  CHECK(document.at("bomFormat") == "CycloneDX");
  CHECK(document.at("metadata").at("component").at("version") == "0.1.0");
  std::set<std::string> names;
  for (const nlohmann::json& component : document.at("components")) {
    names.insert(component.at("name"));
    CHECK(component.at("purl").get<std::string>().starts_with("pkg:deb/debian/"));
    CHECK_FALSE(component.at("version").get<std::string>().empty());
  }
  for (const char* name : {"nlohmann-json3-dev", "libyaml-cpp-dev", "libfmt-dev", "libc6-dev"}) {
    CHECK_MESSAGE(names.contains(name), name);
  }
}

}  // namespace podreel::testing
