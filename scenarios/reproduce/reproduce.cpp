#include "scenarios/reproduce/reproduce.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <set>

#include "engine/api/ascii.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/expectations.hpp"
#include "scenarios/reproduce/known_causes.hpp"
#include "scenarios/reproduce/limits.hpp"
#include "scenarios/reproduce/statements.hpp"

namespace podreel::reproduce {

namespace {

struct Candidate {
  Draft draft;
  Attempt attempt;

  [[nodiscard]] double rank() const { return attempt.fit.score() - draft.doubt; }
};

/// Returns the releases whose messages are most similar to those in the evidence, by a short run of each.
std::vector<release::Release> worded_alike(const Draft& draft, Search& search) {
  constexpr sim::Duration long_enough = std::chrono::minutes{15};
  Draft brief = draft;
  const Attempt first = search.first_attempt(draft);
  std::vector<double> values = first.values;
  for (std::size_t index = 0; index < brief.parameters.size(); ++index) {
    if (brief.parameters[index].name == "age") values[index] = std::min(values[index], format::in_seconds(long_enough));
  }
  brief.plan.age = std::min(brief.plan.age, long_enough);
  std::vector<std::pair<double, release::Release>> rated;
  for (const release::Release each : release::simulated_releases()) {
    if (release::minor_string(each) == (rated.empty() ? "" : release::minor_string(rated.back().second))) continue;
    brief.plan.kubelet = each;
    rated.emplace_back(search.attempt(brief, values).fit.wording, each);
  }
  const double best = std::ranges::max_element(rated)->first;
  std::vector<release::Release> found;
  for (const auto& [wording, each] : rated) {
    if (wording > best - 1e-9) found.push_back(each);
  }
  return found;
}

/// Returns the release to try first: the default release, or the newest.
release::Release likeliest(const std::vector<release::Release>& releases) {
  const std::string usual = release::minor_string(release::default_release());
  const auto found = std::ranges::find(releases, usual, release::minor_string);
  return found != releases.end() ? *found : releases.back();
}

std::vector<Candidate> searched(const SeenPod& pod, release::Release kubelet, std::size_t runs, Search& search) {
  std::vector<Candidate> candidates;
  for (Draft& draft : drafts_of(pod, kubelet)) {
    Attempt first = search.first_attempt(draft);
    candidates.push_back({std::move(draft), std::move(first)});
  }
  const std::size_t share = std::max<std::size_t>(20, runs / candidates.size());
  for (Candidate& candidate : candidates) {
    candidate.attempt = search.improved(candidate.draft, std::move(candidate.attempt), share);
  }
  std::ranges::stable_sort(candidates, std::ranges::greater{}, &Candidate::rank);
  return candidates;
}

/// Sets the release with which the candidate fits best. The others still count as possible: numbers vary with seeds.
void fit_release(const std::vector<release::Release>& releases, Candidate& candidate, Search& search) {
  const Attempt before = candidate.attempt;
  for (const release::Release each : releases) {
    if (!search.should_continue()) break;
    Attempt tried = search.under(candidate.draft, before, each);
    if (tried.fit.score() - candidate.attempt.fit.score() <= 0.02) continue;
    candidate.attempt = std::move(tried);
    candidate.draft.plan.kubelet = each;
  }
}

/// Searches other releases, from the oldest to the newest: the evidence may require another one.
void search_other_releases(const std::vector<release::Release>& releases, Candidate& best, Search& search) {
  constexpr std::size_t steps = 4;
  constexpr std::size_t runs_each = 60;
  for (std::size_t step = 0; step <= steps; ++step) {
    Candidate other = best;
    other.draft.plan.kubelet = releases[(releases.size() - 1) * step / steps];
    other.attempt = search.improved(other.draft, search.first_attempt(other.draft), runs_each);
    if (other.attempt.fit.score() > best.attempt.fit.score() + 0.02) best = std::move(other);
  }
}

struct Found {
  Candidate best;
  std::vector<Alternative> alternatives;
  std::vector<release::Release> kubelets;
  std::size_t runs = 0;
};

Found found_for(const SeenPod& pod, const std::optional<release::Release>& wanted, const Budget& budget) {
  Search search{pod, budget};
  const release::Release usual = release::default_release();
  std::vector<release::Release> releases{wanted.value_or(usual)};
  if (!wanted) releases = worded_alike(drafts_of(pod, usual).front(), search);
  std::vector<Candidate> candidates = searched(pod, likeliest(releases), budget.runs / 2, search);
  Found found{.best = {}, .alternatives = {}, .kubelets = releases, .runs = 0};
  if (!wanted) {
    for (Candidate& candidate : candidates) fit_release(releases, candidate, search);
    const auto best = std::ranges::max_element(candidates, {}, &Candidate::rank);
    std::rotate(candidates.begin(), best, std::next(best));
  }
  Candidate& best = candidates.front();
  if (!wanted && !best.attempt.fit.is_complete()) search_other_releases(releases, best, search);
  if (!wanted) fit_release(releases, best, search);
  constexpr std::size_t runs_shaken = 400;
  constexpr std::uint64_t seeds = 16;
  best.attempt = search.reseeded(best.draft, std::move(best.attempt), seeds);
  best.attempt = search.shaken(best.draft, std::move(best.attempt), runs_shaken);
  for (auto other = std::next(candidates.begin()); other != candidates.end(); ++other) {
    const std::vector<Explained>& causes = other->draft.causes;
    found.alternatives.push_back({causes.empty() ? Cause::unknown : causes.back().cause, other->draft.explanation,
                                  std::move(other->attempt.fit)});
  }
  found.best = std::move(best);
  found.runs = search.runs();
  return found;
}

bool is_taken(const SeenPod& pod, release::Release kubelet) {
  const Draft draft = drafts_of(pod, kubelet).front();
  std::vector<double> values;
  for (const SearchParameter& parameter : draft.parameters) values.push_back(parameter.value);
  try {
    static_cast<void>(loaded(scenario_of({planned(draft, values)}, "taken", "An attempt.")));
    return true;
  } catch (const RefusedScenario&) {
    return false;
  }
}

/// Removes manifests that were only found beside their pods if podreel does not accept them.
Evidence without_refused_manifests(Evidence evidence, release::Release kubelet) {
  for (SeenPod& pod : evidence.pods) {
    if (!pod.spec.is_null() && !pod.is_spec_given && !is_taken(pod, kubelet)) pod.spec = nullptr;
  }
  return evidence;
}

/// Searches each pod under one kubelet. Without a requested release, the pod with the most observations decides it.
std::vector<Found> found_for_all(const Evidence& evidence, std::optional<release::Release>& kubelet, Budget share) {
  std::vector<std::size_t> order(evidence.pods.size());
  std::iota(order.begin(), order.end(), std::size_t{});
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::size_t index) { return evidence.pods[index].observations(); });
  std::vector<Found> found(evidence.pods.size());
  for (const std::size_t index : order) {
    found[index] = found_for(evidence.pods[index], kubelet, share);
    if (!kubelet) kubelet = found[index].best.draft.plan.kubelet;
  }
  return found;
}

/// Pods on one node delay one another slightly. Searches a pod again together with the others if it no longer matches
/// beside them.
void refine_together(const Evidence& evidence, const Budget& budget, std::vector<Found>& found) {
  constexpr std::size_t runs_each = 80;
  if (found.size() < 2) return;
  for (std::size_t index = 0; index < found.size(); ++index) {
    std::vector<Plan> company;
    for (std::size_t other = 0; other < found.size(); ++other) {
      if (other != index) company.push_back(planned(found[other].best.draft, found[other].best.attempt.values));
    }
    Candidate& best = found[index].best;
    Search search{evidence.pods[index], budget, std::move(company)};
    const std::uint64_t seed = found.front().best.attempt.seed;
    Attempt together = search.attempt(best.draft, best.attempt.values, seed);
    const bool is_spoilt = together.fit.reproduced() < best.attempt.fit.reproduced();
    best.attempt = is_spoilt ? search.improved(best.draft, std::move(together), runs_each) : std::move(together);
    found[index].runs += search.runs();
  }
}

std::string description_of(const std::vector<Found>& found) {
  std::vector<std::string> sentences;
  for (const Found& each : found) {
    const std::string& explanation = each.best.draft.explanation;
    sentences.push_back(fmt::format("{}: {}.", each.best.draft.plan.name,
                                    explanation.empty() ? "the pod runs without failures" : explanation));
  }
  return fmt::format("{}", fmt::join(sentences, "\n"));
}

/// Runs all pods together, with the seed of the pod that matches best.
std::pair<std::uint64_t, std::vector<SimulatedEvidence>> best_simulation(const Evidence& evidence,
                                                                         const std::vector<Found>& found,
                                                                         const std::vector<Plan>& plans,
                                                                         const std::vector<PastedPod>& pasted,
                                                                         const nlohmann::ordered_json& written) {
  std::set<std::uint64_t> seeds;
  for (const Found& each : found) seeds.insert(each.best.attempt.seed);
  const format::Scenario scenario = loaded(written);
  std::pair<std::uint64_t, std::vector<SimulatedEvidence>> best;
  double best_score = -1;
  for (const std::uint64_t seed : seeds) {
    std::vector<SimulatedEvidence> simulated = simulated_evidence_of(scenario, pasted, seed);
    double score = 0;
    for (std::size_t index = 0; index < plans.size(); ++index) {
      score += fit_of(evidence.pods[index], simulated[index], plans[index].age).score();
    }
    if (score <= best_score) continue;
    best = {seed, std::move(simulated)};
    best_score = score;
  }
  return best;
}

std::string full_name(const SeenPod& pod) {
  return (pod.name_space.empty() ? "default" : pod.name_space) + "/" + pod.name;
}

/// Returns the answer for a pod that no kubelet handles, or that only lines of a log describe.
ReproducedPod stated_pod(const SeenPod& pod) {
  return {.name = full_name(pod),
          .diagnosis = diagnose(pod, nullptr, {}),
          .assumptions = {},
          .not_simulated = not_simulated(pod),
          .fit = {},
          .alternatives = {}};
}

/// Whether another cause reproduces all evidence, too.
bool has_rival(const Draft& draft, const std::vector<Alternative>& alternatives) {
  const Cause cause = draft.causes.empty() ? Cause::unknown : draft.causes.back().cause;
  return std::ranges::any_of(
      alternatives, [cause](const Alternative& other) { return other.cause != cause && other.fit.is_complete(); });
}

/// Takes pods with observations.
Reproduction simulated_reproduction(const Evidence& evidence, const Options& options) {
  std::optional<release::Release> kubelet = options.kubelet;
  Budget share = options.budget;
  share.runs = std::max<std::size_t>(1, share.runs / evidence.pods.size());
  share.work /= evidence.pods.size();
  const auto leading = std::ranges::max_element(evidence.pods, {}, &SeenPod::observations) - evidence.pods.begin();
  std::vector<Found> found = found_for_all(evidence, kubelet, share);
  refine_together(evidence, share, found);
  std::vector<Plan> plans;
  std::vector<PastedPod> pasted;
  Reproduction result;
  result.kubelet = kubelet;
  result.kubelets = found[static_cast<std::size_t>(leading)].kubelets;
  for (const Found& each : found) {
    const Plan& plan = plans.emplace_back(planned(each.best.draft, each.best.attempt.values));
    pasted.push_back({(plan.name_space.empty() ? "default" : plan.name_space) + "/" + plan.name, plan.age});
    result.runs += each.runs;
  }
  result.scenario = scenario_of(plans, options.name, description_of(found));
  const auto [seed, simulated] = best_simulation(evidence, found, plans, pasted, result.scenario);
  if (seed != 1) result.scenario["spec"]["seed"] = seed;
  for (std::size_t index = 0; index < found.size(); ++index) {
    const Draft& draft = found[index].best.draft;
    Fit fit = fit_of(evidence.pods[index], simulated[index], plans[index].age);
    Diagnosis diagnosis = diagnose(evidence.pods[index], &draft, fit);
    if (!diagnosis.is_stated && has_rival(draft, found[index].alternatives)) diagnosis.is_certain = false;
    result.pods.push_back({.name = pasted[index].pod,
                           .diagnosis = std::move(diagnosis),
                           .assumptions = draft.assumptions,
                           .not_simulated = not_simulated(evidence.pods[index]),
                           .fit = std::move(fit),
                           .alternatives = std::move(found[index].alternatives)});
  }
  add_expectations(evidence, pasted, simulated, result.scenario);
  return result;
}

bool is_about_nodes(Cause cause) {
  constexpr std::array causes{Cause::node_lost,          Cause::node_shutdown, Cause::node_runtime, Cause::network,
                              Cause::node_out_of_memory, Cause::kubelet_fails, Cause::evicted};
  return std::ranges::find(causes, cause) != causes.end();
}

/// Returns the sentence without its numbers: a repeated line differs in its times.
std::string without_numbers(std::string sentence) {
  std::erase_if(sentence, [](char letter) { return api::is_digit(letter) || letter == '.'; });
  return sentence;
}

/// Adds the causes that lines without a pod name, the strongest first.
void state_causes(const std::vector<SeenLine>& lines, Reproduction& result) {
  constexpr std::size_t max_causes = 8;
  for (const Statement& each : statements_of(lines)) {
    std::vector<std::string>& causes =
        each.is_of_node || is_about_nodes(each.known.cause) ? result.node_causes : result.nameless_causes;
    const std::string sentence = without_numbers(each.known.sentence);
    const bool is_new = std::ranges::find(causes, sentence, without_numbers) == causes.end();
    if (is_new && causes.size() < max_causes) causes.push_back(each.known.sentence);
  }
}

}  // namespace

std::size_t Reproduction::reproduced() const noexcept {
  return std::accumulate(pods.begin(), pods.end(), std::size_t{},
                         [](std::size_t sum, const ReproducedPod& pod) { return sum + pod.fit.reproduced(); });
}

std::size_t Reproduction::observations() const noexcept {
  return std::accumulate(pods.begin(), pods.end(), std::size_t{},
                         [](std::size_t sum, const ReproducedPod& pod) { return sum + pod.fit.observations.size(); });
}

bool Reproduction::is_complete() const noexcept {
  return unused.empty() && !pods.empty() && std::ranges::all_of(pods, [](const ReproducedPod& pod) {
           const bool is_shown = !pod.diagnosis.simulated && pod.diagnosis.unused.empty();
           return is_shown && pod.fit.is_complete() && !pod.fit.observations.empty();
         });
}

Reproduction reproduce(const Evidence& given, const Options& options) {
  Evidence simulated = given;
  std::erase_if(simulated.pods, [](const SeenPod& pod) { return pod.observations() == 0; });
  Reproduction result;
  if (!simulated.pods.empty()) {
    result = simulated_reproduction(
        without_refused_manifests(std::move(simulated), options.kubelet.value_or(release::default_release())), options);
  }
  for (std::size_t index = 0; index < given.pods.size(); ++index) {
    const SeenPod& pod = given.pods[index];
    if (pod.observations() > 0) continue;
    result.pods.insert(result.pods.begin() + static_cast<std::ptrdiff_t>(index), stated_pod(pod));
  }
  state_causes(given.node_lines, result);
  for (const SeenLine& line : given.unread) result.unused.push_back({line.line, line.text});
  for (const SeenLine& line : given.node_lines) {
    if (line.is_problem && !known_cause("", line.text, "")) result.unused.push_back({line.line, line.text});
  }
  return result;
}

}  // namespace podreel::reproduce
