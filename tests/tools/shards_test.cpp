// The Job and the Slurm script that simulate a fleet in shards do so.
#include <boost/algorithm/string/replace.hpp>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/api/document.hpp"
#include "tests/support/command.hpp"
#include "tests/support/sample_fleet.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

const std::string indexed_job = "tools/shards/indexed-job.yaml";

/// What shards in the folder make up is what one process prints.
void check_merged(const ScratchFolder& folder) {
  const CommandResult whole = run_podreel({"fleet", shop_file});
  const CommandResult merged =
      run_shell("podreel fleet merge -f " + shop_file + " " + folder.path().string() + "/*.accounts");
  CHECK(merged.out == whole.out);
  CHECK(merged.err == whole.err);
}

}  // namespace

TEST_CASE("the pods of the indexed Job simulate the shards of a fleet") {
  const api::LoadedFile file = api::load_file(indexed_job);
  REQUIRE(file.documents.size() == 1);
  const nlohmann::json spec = api::to_json(file.documents.front()).at("spec");
  const int completions = spec.at("completions");
  const nlohmann::json& container = spec.at("template").at("spec").at("containers").at(0);
  CHECK(container.at("command") == nlohmann::json{"sh", "-c"});
  const ScratchFolder folder;
  std::string script = container.at("args").at(0);
  script =
      boost::replace_all_copy(boost::replace_all_copy(script, "/fleet", shop_file), "/shards", folder.path().string());
  for (int index = 0; index < completions; ++index) {
    const CommandResult result = run_shell(script, {.environment = {{"JOB_COMPLETION_INDEX", std::to_string(index)}}});
    CHECK_MESSAGE(result.exit_code == 0, result.err);
  }
  check_merged(folder);
}

TEST_CASE("the pod of the indexed Job is one that a kubelet runs") {
  const CommandResult result = run_podreel({"run", indexed_job, "--until", "10s"});
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "StartContainer shard"));
}

TEST_CASE("the tasks of the Slurm array simulate the shards of a fleet") {
  const ScratchFolder folder;
  for (const std::string task : {"1", "2", "3"}) {
    const CommandResult result =
        run_shell(fmt::format("tools/shards/slurm-array {} {}", shop_file, folder.path().string()),
                  {.environment = {
                       {"SLURM_ARRAY_TASK_ID", task}, {"SLURM_ARRAY_TASK_COUNT", "3"}, {"SLURM_CPUS_PER_TASK", "2"}}});
    CHECK_MESSAGE(result.exit_code == 0, result.err);
  }
  check_merged(folder);
}

}  // namespace podreel::testing
