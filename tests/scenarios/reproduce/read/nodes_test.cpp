// Nodes: rows, conditions and events, and the pods that they concern.
#include "scenarios/reproduce/read/nodes.hpp"

#include <doctest/doctest.h>

#include "support/read_incident.hpp"

namespace podreel::reproduce {

using testing::read_incident;

TEST_CASE("a condition of a node that reports a failure is evidence without any pod") {
  const Evidence evidence = read_incident(
      "Name:               node-3\n"
      "Roles:              worker\n"
      "Conditions:\n"
      "  Type             Status    LastHeartbeatTime                 LastTransitionTime                Reason  "
      "Message\n"
      "  ----             ------    -----------------                 ------------------                ------  "
      "-------\n"
      "  DiskPressure     False     Mon, 02 Mar 2026 13:54:18 +0000   Sun, 01 Mar 2026 09:40:53 +0000   "
      "KubeletHasNoDiskPressure     kubelet has no disk pressure\n"
      "  Ready            False     Mon, 02 Mar 2026 13:54:18 +0000   Sun, 01 Mar 2026 21:39:37 +0000   "
      "KubeletNotReady              PLEG is not healthy: pleg was last seen active 5m1s ago; threshold is 3m0s\n"
      "System Info:\n"
      "  Kubelet Version:            v1.31.4-eks-1\n");
  CHECK(evidence.pods.empty());
  REQUIRE(evidence.node_lines.size() == 1);
  CHECK(evidence.node_lines.front().text.starts_with("the node node-3 is NotReady: KubeletNotReady: PLEG"));
  CHECK(evidence.nodes.front().version == "1.31.4");
}

TEST_CASE("a failed node concerns the pods that rows, descriptions or the scheduler place on it") {
  const std::string condition =
      "Name:   node-1\n"
      "Roles:  <none>\n"
      "  Ready   Unknown   Mon, 02 Mar 2026 13:54:18 +0000   Sun, 01 Mar 2026 21:39:37 +0000   NodeStatusUnknown   "
      "Kubelet stopped posting node status.\n";
  const auto concerned = [&condition](const std::string& pod) {
    const Evidence evidence = read_incident(condition + pod);
    return !evidence.pods.empty() && evidence.pods.front().lines.size() == 1;
  };
  CHECK(concerned("$ kubectl get pods -o wide\nweb-0  1/1  Terminating  0  3d  10.0.0.7  node-1\n"));
  CHECK_FALSE(concerned("$ kubectl get pods -o wide\nweb-0  1/1  Terminating  0  3d  10.0.0.7  node-11\n"));
  CHECK(concerned(
      "Name:       web-0\nNamespace:  shop\nNode:       node-1/10.0.0.1\nStatus:     Terminating (lasts 5m)\n"));
  CHECK(concerned(
      "$ kubectl get events\n5m  Normal  Scheduled  pod/web-0  Successfully assigned shop/web-0 to node-1\n"));
}

TEST_CASE("events of a described node are not those of a pod") {
  const Evidence evidence = read_incident(
      "Name:   node-1\n"
      "Roles:  <none>\n"
      "Events:\n"
      "  Type     Reason    Age  From     Message\n"
      "  Warning  Rebooted  5m   kubelet  Node node-1 has been rebooted, boot id: 1f2e\n"
      "  Normal   Starting  5m   kubelet  Starting kubelet.\n");
  CHECK(evidence.pods.empty());
  REQUIRE(evidence.node_lines.size() == 1);
  CHECK(evidence.node_lines.front().text.starts_with("Rebooted: "));
}

TEST_CASE("a Node as JSON shows its version and its failing conditions") {
  const Evidence evidence = read_incident(
      R"({"kind":"Node","metadata":{"name":"node-1"},"status":{"nodeInfo":{"kubeletVersion":"v1.33.2"},"conditions":[{"type":"MemoryPressure","status":"True","reason":"KubeletHasInsufficientMemory","message":"kubelet has insufficient memory available"},{"type":"Ready","status":"True","reason":"KubeletReady"}]}})");
  REQUIRE(evidence.nodes.size() == 1);
  CHECK(evidence.nodes.front().version == "1.33.2");
  REQUIRE(evidence.node_lines.size() == 1);
  CHECK(evidence.node_lines.front().is_of_node);
}

}  // namespace podreel::reproduce
