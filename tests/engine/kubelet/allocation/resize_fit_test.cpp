#include "engine/kubelet/allocation/resize_fit.hpp"

#include <doctest/doctest.h>
#include <memory>
#include <string>

#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

namespace {

/// Answers what it holds.
struct Answer final : PodAdmitHandler {
  Admission admit(const api::Pod& /*pod*/) override { return admission; }
  Admission admission;
};

/// A pod that asks for so much, on a node of 4 CPUs and 8 Gi of which others have taken what they have.
ResizeFit fit(const char* cpu, const char* memory, const char* release, std::optional<Rejection> others = {}) {
  auto spec = std::make_shared<api::PodSpec>();
  api::Container& container = spec->containers.emplace_back();
  container.name = "app";
  container.requests = {{"cpu", cpu}, {"memory", memory}};
  api::Pod pod;
  pod.spec = std::move(spec);
  const NodeDescription node{.allocatable = api::ResourceList{{"cpu", "4"}, {"memory", "8Gi"}}};
  Answer answer;
  answer.admission.rejection = std::move(others);
  return fit_of_resize(pod, node, answer, testing::behaviour_of_label(release));
}

const Rejection no_cpu_left{"OutOfcpu", "Node didn't have enough resource: cpu"};

}  // namespace

TEST_CASE("a static pod is not resized up to 1.35") {
  const auto misfit_of = [](const char* release) {
    auto pod = api::Pod{};
    pod.metadata.annotations["kubernetes.io/config.source"] = "file";
    pod.spec = std::make_shared<api::PodSpec>();
    Answer answer;
    return fit_of_resize(pod, {}, answer, testing::behaviour_of_label(release)).misfit;
  };
  REQUIRE(misfit_of("1.35"));
  CHECK(misfit_of("1.35")->reason == "Infeasible");
  CHECK(misfit_of("1.35")->message == "In-place resize of static-pods is not supported");
  CHECK_FALSE(misfit_of("1.36"));
}

TEST_CASE("a resize fits up to all that the node has") {
  CHECK_FALSE(fit("4", "8Gi", "1.33").misfit);
  CHECK_FALSE(fit("4", "8Gi", "1.36").misfit);
}

TEST_CASE("a resize beyond the node is infeasible, memory first, and since 1.36 as deferred as any") {
  const ResizeFit cpu = fit("4001m", "8Gi", "1.33");
  REQUIRE(cpu.misfit);
  CHECK(cpu.misfit->reason == "Infeasible");
  CHECK(cpu.misfit->message == "Node didn't have enough capacity: cpu, requested: 4001, capacity: 4000");
  const ResizeFit both = fit("5", "8193Mi", "1.33");
  REQUIRE(both.misfit);
  CHECK(both.misfit->message ==
        "Node didn't have enough capacity: memory, requested: 8590983168, capacity: 8589934592");
  const ResizeFit later = fit("5", "8Gi", "1.36", no_cpu_left);
  REQUIRE(later.misfit);
  CHECK(later.misfit->reason == "Deferred");
}

TEST_CASE("a resize for which others leave no room is deferred, and 1.36 says why") {
  for (const auto& [release, reported] : {std::pair{"1.33", "Deferred"}, std::pair{"1.36", "OutOfcpu"}}) {
    const ResizeFit deferred = fit("2", "1Gi", release, no_cpu_left);
    REQUIRE(deferred.misfit);
    CHECK(deferred.misfit->reason == "Deferred");
    CHECK(deferred.misfit->event_reason == reported);
    CHECK(deferred.misfit->message == no_cpu_left.message);
  }
}

TEST_CASE("whoever has to be gone for a resize is told, and a node that does not list a resource has enough of it") {
  const api::PodPtr victim = std::make_shared<const api::Pod>();
  api::Pod pod;
  auto spec = std::make_shared<api::PodSpec>();
  spec->containers.emplace_back().requests = {{"cpu", "5"}, {"memory", "9Gi"}};
  pod.spec = std::move(spec);
  Answer answer;
  answer.admission.victims = {victim};
  const release::Behaviour behaviour = testing::behaviour_of_label("1.33.0");
  const auto fits_on = [&](const NodeDescription& node) { return fit_of_resize(pod, node, answer, behaviour); };
  CHECK(fits_on({}).victims == std::vector<api::PodPtr>{victim});
  CHECK_FALSE(fits_on({.allocatable = api::ResourceList{{"pods", "10"}}}).misfit);
  CHECK(fits_on({.allocatable = api::ResourceList{{"cpu", "4"}}}).misfit);
  CHECK(fits_on({.allocatable = api::ResourceList{{"memory", "1Gi"}}}).misfit);
  CHECK_FALSE(fits_on({.allocatable = api::ResourceList{{"cpu", "5"}, {"memory", "9Gi"}}}).misfit);
}

TEST_CASE("a static pod cannot be resized from 1.33 to 1.35, and there is no event about it") {
  const auto fit_of_static = [](const char* release) {
    auto spec = std::make_shared<api::PodSpec>();
    api::Container& container = spec->containers.emplace_back();
    container.name = "app";
    container.requests = {{"cpu", "1"}};
    api::Pod pod;
    pod.metadata.annotations["kubernetes.io/config.source"] = "file";
    pod.spec = std::move(spec);
    Answer answer;
    return fit_of_resize(pod, NodeDescription{}, answer, testing::behaviour_of_label(release));
  };
  for (const char* release : {"1.33", "1.35"}) {
    const ResizeFit fit = fit_of_static(release);
    REQUIRE(fit.misfit);
    CHECK(fit.misfit->reason == "Infeasible");
    CHECK(fit.misfit->event_reason.empty());
    CHECK(fit.misfit->message == "In-place resize of static-pods is not supported");
  }
  CHECK_FALSE(fit_of_static("1.36").misfit);
}

}  // namespace podreel::kubelet
