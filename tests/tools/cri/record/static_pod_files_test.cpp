// Static pods of a scenario as files of a folder.
#include "tools/cri/record/static_pod_files.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tools/cri/record/own_folder.hpp"

namespace podreel::cri {

namespace {

api::Manifest manifest(const char* image) {
  return std::make_shared<const nlohmann::json>(nlohmann::json{{"kind", "Pod"}, {"image", image}});
}

/// Empty: there is none.
std::string file_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream{path}.rdbuf();
  return text.str();
}

std::size_t files_in(const std::string& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator{folder}, std::filesystem::directory_iterator{}));
}

}  // namespace

TEST_CASE("a file is named after its whole path, and never hidden") {
  CHECK(static_pod_file("/etc/kubernetes/manifests/web.yaml") == "etc%2Fkubernetes%2Fmanifests%2Fweb.yaml");
  CHECK(static_pod_file("/a%2Fb") == "a%252Fb");
  CHECK(static_pod_file("/.web.yaml") == "%2Eweb.yaml");
}

TEST_CASE("files come, change and go with the scenario's") {
  const OwnFolder own;
  kubelet::StaticPodFolder pods;
  StaticPodFiles files{pods, [](const std::string& problem) { FAIL(problem); }};
  files.settle_at(own.path());
  pods.put("/a/web.yaml", manifest("img:1"));
  pods.put("/b/web.yaml", manifest("img:2"));
  CHECK(files_in(own.path()) == 2);
  CHECK(file_text(own.path() + "/a%2Fweb.yaml") == R"({"image":"img:1","kind":"Pod"})");
  pods.put("/a/web.yaml", manifest("img:3"));
  CHECK(file_text(own.path() + "/a%2Fweb.yaml") == R"({"image":"img:3","kind":"Pod"})");
  pods.remove("/a/web.yaml");
  CHECK(files_in(own.path()) == 1);
  CHECK(file_text(own.path() + "/b%2Fweb.yaml") == R"({"image":"img:2","kind":"Pod"})");
}

TEST_CASE("a file that cannot be written is complained about") {
  const OwnFolder own;
  kubelet::StaticPodFolder pods;
  std::string said;
  StaticPodFiles files{pods, [&said](const std::string& problem) { said = problem; }};
  files.settle_at(own.path());
  pods.put("/" + std::string(300, 'a'), manifest("img"));
  CHECK(said.find("cannot write its file: File name too long") != said.npos);
  CHECK(files_in(own.path()) == 1);
  files.settle_at(own.path() + "/gone");
  pods.put("/web.yaml", manifest("img"));
  CHECK(said.find("static pod /web.yaml: cannot write its file") != said.npos);
}

}  // namespace podreel::cri
