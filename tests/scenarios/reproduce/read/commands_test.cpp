#include "scenarios/reproduce/read/commands.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

TEST_CASE("commands are known behind any prompt") {
  for (const char* const line :
       {"$ kubectl get pods", "# crictl ps -a", "kubectl -n shop describe po/web-0", "[root@node ~]# kubectl get po -w",
        "PS C:\\Users\\me> kubectl.exe describe pod web", "user@host:~$ oc get pods", "#kubectl get pods", "```yaml"}) {
    CHECK_MESSAGE(is_command(line), line);
  }
  for (const char* const line :
       {"  Normal  Pulled  5s  kubelet  Container image", "web-0  1/1  Running  0  5s", "kubectl is what I use", ""}) {
    CHECK_MESSAGE(!is_command(line), line);
  }
}

TEST_CASE("a command says which pod it describes") {
  const auto asked = described_pod("[me@host]$ kubectl -n shop describe pod web-0");
  REQUIRE(asked);
  CHECK(asked->name == "web-0");
  CHECK(asked->name_space == "shop");
  CHECK(described_pod("kubectl describe po/db-1")->name == "db-1");
  CHECK_FALSE(described_pod("kubectl describe pods"));
  CHECK_FALSE(described_pod("kubectl describe pod -l app=web"));
  CHECK_FALSE(described_pod("kubectl describe node n1"));
}

}  // namespace podreel::reproduce
