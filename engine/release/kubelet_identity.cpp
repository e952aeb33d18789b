#include "engine/release/kubelet_identity.hpp"

#include <algorithm>
#include <array>
#include <boost/assert.hpp>

namespace podreel::release {

namespace {

constexpr std::array formulas{
    FormulaRow{{v(0), v(6)},
               ContainerFormula::adler32_of_internal_struct,
               "hashes the internal Go struct with adler32",
               "pkg/kubelet/container/helpers.go HashContainerLegacy"},
    FormulaRow{{v(6), v(16)},
               ContainerFormula::fnv32a_of_struct,
               "hashes the container's v1 Go struct with fnv32a",
               "pkg/kubelet/container/helpers.go HashContainer"},
    FormulaRow{{v(16), v(31)},
               ContainerFormula::fnv32a_of_json,
               "hashes the container's JSON instead of its Go struct",
               "kubernetes/kubernetes#57741"},
    FormulaRow{{v(31), {}},
               ContainerFormula::fnv32a_of_name_and_image,
               "hashes only name and image",
               "kubernetes/kubernetes#124220"},
};

// 1.20 to 1.22 were not read; the pod workers that shorten the grace period came with 1.22
// (kubernetes/kubernetes#102344).
constexpr std::string_view killer_before_workers = "podKiller, in a separate goroutine";
constexpr std::string_view killer_pod_workers = "its pod worker, from HandlePodCleanups";
constexpr std::string_view logged = "Clean up containers for orphaned pod we had not seen before";
constexpr std::array treatments{
    OrphanTreatment{{v(0), v(22)}, -1, true, killer_before_workers, ""},
    OrphanTreatment{{v(22), v(27)}, 1, false, killer_pod_workers, "Clean up orphaned pod containers"},
    OrphanTreatment{{v(27), v(28)}, 1, false, killer_pod_workers, logged},
    OrphanTreatment{{v(28), {}}, 2, false, killer_pod_workers, logged},
};

/// The row that holds in a release; the rows of a table leave no gap.
template <class Rows>
const auto& row_in(const Rows& rows, Release release) {
  const auto row = std::ranges::find_if(rows, [release](const auto& each) { return each.range.contains(release); });
  BOOST_ASSERT(row != rows.end());
  return *row;
}

}  // namespace

const FormulaRow& container_formula(Release release) {
  return row_in(formulas, release);
}

const OrphanTreatment& orphan_treatment(Release release) {
  return row_in(treatments, release);
}

}  // namespace podreel::release
