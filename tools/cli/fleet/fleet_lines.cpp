#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/fleet/fleet_report.hpp"

namespace podreel::cli {

namespace {

using Json = nlohmann::ordered_json;

/// Takes a member out of a document.
Json taken(Json& document, const char* member) {
  Json value = std::move(document.at(member));
  document.erase(member);
  return value;
}

class FleetLines {
 public:
  FleetLines(std::ostream& out, std::string plan) : out_{out}, plan_{std::move(plan)} {}

  void print_plan(Json&& plan) {
    Json clusters = taken(plan, "clusters");
    const Json nodes = taken(plan, "worstNodes");
    const Json seconds = taken(plan, "seconds");
    print("plan", plan);
    for (Json& cluster : clusters) print_cluster(std::move(cluster));
    for (const Json& node : nodes) print("node", node);
    for (const Json& second : seconds) print("second", second);
  }

 private:
  void print_cluster(Json&& cluster) {
    const Json workloads = taken(cluster, "workloads");
    print("cluster", cluster);
    for (const Json& workload : workloads) {
      Json named{{"cluster", cluster.at("cluster")}};
      named.update(workload);
      print("workload", named);
    }
  }

  void print(const char* kind, const Json& rest) {
    Json line{{"kind", kind}, {"plan", plan_}};
    line.update(rest);
    print_document(out_, OutputFormat::jsonl, line);
  }

  std::ostream& out_;
  std::string plan_;
};

}  // namespace

void print_fleet_lines(std::ostream& out, const fleet::Fleet& fleet, const std::vector<PlanOutcome>& plans) {
  for (const PlanOutcome& plan : plans) FleetLines{out, plan.plan.name}.print_plan(fleet_plan_document(fleet, plan));
}

}  // namespace podreel::cli
