// What people paste of incidents.
#include "scenarios/reproduce/draft/draft.hpp"
#include "scenarios/reproduce/read/read.hpp"
#include "scenarios/reproduce/simulated_evidence.hpp"
#include "tests/fuzz/target.hpp"

namespace podreel::fuzz {

namespace {

/// Whatever was read, drafts of it are scenarios.
void read_pasted(std::string_view input) {
  constexpr std::size_t max_drafted = 3;
  reproduce::Evidence evidence;
  reproduce::read_paste(input, evidence);
  reproduce::merge_evidence(evidence);
  std::size_t drafted = 0;
  for (const reproduce::SeenPod& pod : evidence.pods) {
    if (pod.observations() == 0 || ++drafted > max_drafted) continue;
    const auto drafts = reproduce::drafts_of(pod, release::default_release());
    require(!drafts.empty(), "what was seen is explained somehow", input);
    try {
      static_cast<void>(reproduce::loaded(reproduce::scenario_of({drafts.front().plan}, "paste", "A paste.")));
    } catch (const reproduce::RefusedScenario&) {
    }
  }
}

const AddedTarget added_pastes{"pastes", read_pasted};

}  // namespace

}  // namespace podreel::fuzz
