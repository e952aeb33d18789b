// Text about several clusters.
#include "scenarios/reproduce/read/clusters.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

TEST_CASE("commands with contexts separate the clusters, and lines keep their numbers") {
  const auto parts = split_clusters(
      "two clusters differ\n"
      "$ kubectl --context staging get pods\n"
      "web-0 1/1 Running 0 5m\n"
      "$ kubectl --context=prod -n shop get pods\n"
      "web-0 0/1 OOMKilled 3 5m\n"
      "$ kubectl --context staging get nodes\n"
      "node-1 Ready <none> 9d v1.30.1\n");
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].cluster == "staging");
  CHECK(parts[0].text ==
        "two clusters differ\n$ kubectl --context staging get pods\nweb-0 1/1 Running 0 5m\n\n\n"
        "$ kubectl --context staging get nodes\nnode-1 Ready <none> 9d v1.30.1\n");
  CHECK(parts[1].cluster == "prod");
  CHECK(parts[1].text == "\n\n\n$ kubectl --context=prod -n shop get pods\nweb-0 0/1 OOMKilled 3 5m\n\n\n");
}

TEST_CASE("a chosen context holds until the next one") {
  const auto parts = split_clusters(
      "$ kubectx a\n"
      "Switched to context \"a\".\n"
      "web-0 1/1 Running 0 5m\n"
      "$ kubectl config use-context b\n"
      "web-0 0/1 OOMKilled 3 5m\n");
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].text.find("Running") != std::string::npos);
  CHECK(parts[1].text.find("OOMKilled") != std::string::npos);
}

TEST_CASE("text about one cluster is one part") {
  const std::string text = "$ kubectl --context prod get pods\nerr=\"context deadline exceeded\" --context x\n";
  const auto parts = split_clusters(text);
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].cluster.empty());
  CHECK(parts[0].text == text);
  CHECK(split_clusters("").size() == 1);
}

}  // namespace podreel::reproduce
