// JSON Lines of the batch verbs, or whatever they take in their place. The size of the input chooses the release.
#include <nlohmann/json.hpp>

#include "engine/api/pod_status.hpp"
#include "engine/decide/explain.hpp"
#include "engine/identity/container_hash.hpp"
#include "engine/identity/static_pod_uid.hpp"
#include "scenarios/batch/decide_cases.hpp"
#include "scenarios/batch/divergence.hpp"
#include "scenarios/batch/status_cases.hpp"
#include "scenarios/batch/sync_session.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/cli/batch/hash_subjects.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::fuzz {

namespace {

/// Reads all cases of a verb.
template <class Case, class Use>
void for_each_case(const batch::CaseKind<Case>& kind, const MemoryFile& file, release::Release release,
                   const Use& use) {
  std::vector<api::Problem> problems;
  batch::read_cases(kind, file.path(), release, {}, problems,
                    [&use](const batch::ReadCase<Case>& read) { use(read.situation); });
  for (const api::Problem& problem : problems) static_cast<void>(api::to_string(problem));
}

void decide_all(const MemoryFile& file, release::Release release) {
  const batch::Decider decider = batch::decider_of(release::behaviour_of(release));
  for_each_case(batch::decide_cases, file, release, [&](const batch::DecideCase& situation) {
    decide::Reasons reasons;
    static_cast<void>(batch::to_json(batch::decide_case(situation, decider, &reasons)).dump());
    for (const decide::Reason& reason : reasons) static_cast<void>(decide::to_sentence(reason));
  });
}

void sync_all(const MemoryFile& file, release::Release release) {
  batch::SyncSession session{batch::decider_of(release::behaviour_of(release))};
  for_each_case(batch::sync_cases, file, release,
                [&](const batch::SyncCase& sync_case) { static_cast<void>(session.run(sync_case).record.dump()); });
}

void status_all(const MemoryFile& file, release::Release release) {
  const release::Behaviour kubelet = release::behaviour_of(release);
  for_each_case(batch::status_cases, file, release, [&](const batch::StatusCase& situation) {
    decide::Reasons reasons;
    static_cast<void>(api::to_json(batch::report_status(situation, kubelet, &reasons)).dump());
  });
}

void hash_all(const MemoryFile& file, release::Release release) {
  try {
    const identity::ContainerHasher hasher{release};
    cli::for_each_container(
        {file.path()}, [&](const cli::HashedContainer& found) { static_cast<void>(hasher.preimage(found.object)); });
    cli::for_each_static_pod({file.path()}, "node", [&](const cli::HashedStaticPod& found) {
      static_cast<void>(identity::static_pod_writes(found.object, release, found.source));
    });
  } catch (const cli::BadInput&) {
  }
}

void answer_lines(std::string_view input) {
  const MemoryFile file{input};
  const std::vector<release::Release>& releases = release::simulated_releases();
  const release::Release release{releases[input.size() % releases.size()].minor, 0};
  decide_all(file, release);
  sync_all(file, release);
  status_all(file, release);
  hash_all(file, release);
}

const AddedTarget added_lines{"lines", answer_lines};

}  // namespace

}  // namespace podreel::fuzz
