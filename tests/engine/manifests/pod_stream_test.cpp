#include "engine/manifests/pod_stream.hpp"

#include <doctest/doctest.h>
#include <fstream>

#include "tests/support/scratch_folder.hpp"

namespace podreel::manifests {

namespace {

using api::Problem;

/// What a file with this text yields: "path namespace/name line:column", one a line; then the problems, without file.
std::string streamed(const std::string& text, std::uint64_t* bytes = nullptr) {
  const testing::ScratchFolder folder;
  const std::string path = folder / "pods.txt";
  std::ofstream{path, std::ios::binary} << text;
  std::string lines;
  std::vector<Problem> problems;
  PodStreamHandlers handlers;
  handlers.pod = [&](const ManifestPod& pod) {
    const nlohmann::json& metadata = pod.pod.at("metadata");
    lines += pod.path + " " + metadata.at("namespace").get<std::string>() + "/" +
             metadata.at("name").get<std::string>() + " " + std::to_string(pod.mark.line) + ":" +
             std::to_string(pod.mark.column) + "\n";
  };
  handlers.progress = [&](std::uint64_t count) {
    if (bytes) *bytes = count;
  };
  stream_pods(path, handlers, problems);
  for (Problem& problem : problems) {
    problem.file = "f";
    lines += to_string(problem) + "\n";
  }
  return lines;
}

std::string pod(const std::string& name, const std::string& more = "") {
  return R"({"metadata":{"name":")" + name + R"("},"spec":{"containers":[{"name":"c","image":"i"}])" + more + "}}";
}

}  // namespace

TEST_CASE("the items of a list come one by one, with their places") {
  const std::string text = "{\"kind\": \"PodList\",\n \"items\": [\n  " + pod("a") + ",\n  " + pod("b") + "]}\n";
  std::uint64_t bytes = 0;
  CHECK(streamed(text, &bytes) == "items[0] default/a 3:3\nitems[1] default/b 4:3\n");
  CHECK(bytes == text.size());
  CHECK(streamed("{\"kind\":\"List\",\"items\":[]}").empty());
}

TEST_CASE("brackets and quotes in strings do not confuse") {
  const std::string odd = R"({"kind":"Pod","metadata":{"name":"a","annotations":{"x":"}]\"{[\\"}},)"
                          R"("spec":{"containers":[{"name":"c","image":"i","args":["]}","items"]}]}})";
  CHECK(streamed(R"({"apiVersion":"v1","items":[)" + odd + R"(],"kind":"List","metadata":{"items":"no"}})") ==
        "items[0] default/a 1:29\n");
}

TEST_CASE("what is not a JSON list is read as a whole") {
  CHECK(streamed("kind: Pod\nmetadata: {name: yam}\nspec: {containers: [{name: c, image: i}]}\n") ==
        " default/yam 1:1\n");
  CHECK(streamed("\xEF\xBB\xBF{\"kind\":\"Pod\"," + pod("j").substr(1)) == " default/j 1:1\n");
  CHECK(streamed("{kind: Pod, metadata: {name: flow}, spec: {containers: [{name: c, image: i}]}}") ==
        " default/flow 1:1\n");
}

TEST_CASE("several lists follow each other") {
  const std::string list = "{\"kind\":\"PodList\",\"items\":[" + pod("a") + "]}";
  CHECK(streamed(list + "\n" + list) == "items[0] default/a 1:28\nitems[1] default/a 2:28\n");
}

TEST_CASE("problems name the item and the place in the file") {
  CHECK(streamed("{\"kind\": \"PodList\", \"items\": [\n" + pod("a") + ",\n\n  " + pod("b", R"(,"hostNetwrk":true)") +
                 "]}") ==
        "items[0] default/a 2:1\n"
        "f:4:76: items[1].spec.hostNetwrk: unknown field \"hostNetwrk\"; did you mean \"hostNetwork\"?\n");
  CHECK(streamed("{\"kind\":\"PodList\",\"items\":[" + pod("a") + ",\n{\"metadata\": tru}]}") ==
        "items[0] default/a 1:28\n"
        "f:2:17: items[1].metadata: invalid JSON: syntax error while parsing value - invalid literal; found "
        "'\"metadata\": tru}'\n");
  CHECK(streamed("{\"kind\":\"PodList\",\"items\":[" + pod("a") + ",{\"metadata\":") ==
        "items[0] default/a 1:28\nf: items[1]: the text ends inside this item\n");
  CHECK(streamed("{\"kind\":\"PodList\",\"items\":[" + pod("a") + "]").find("invalid JSON") != std::string::npos);
  CHECK(streamed("{\"kind\":\"PodList\",\"items\":[" + pod("a") + pod("b") + "]}").find("invalid JSON") !=
        std::string::npos);
  CHECK(streamed("") == "f: the file holds no document\n");
}

TEST_CASE("a list longer than any piece is read to its end") {
  std::string text = "{\"kind\":\"PodList\",\"items\":[";
  constexpr int count = 20'000;
  for (int index = 0; index < count; ++index) {
    text += (index == 0 ? "" : ",\n") + pod("p" + std::to_string(index));
  }
  text += "]}";
  const std::string lines = streamed(text);
  CHECK(std::count(lines.begin(), lines.end(), '\n') == count);
  CHECK(lines.find("items[19999] default/p19999 20000:1\n") != std::string::npos);
}

}  // namespace podreel::manifests
