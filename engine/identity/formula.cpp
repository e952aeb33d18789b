#include "engine/identity/formula.hpp"

#include <array>
#include <boost/assert.hpp>

namespace podreel::identity {

namespace {

using release::v;

const std::array formulas{
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

const release::ReleaseRange hashes_without_resources{v(27), v(31)};
const release::ReleaseRange built_with_go122{v(30), {}};

}  // namespace

const FormulaRow& container_formula(release::Release release) {
  for (const FormulaRow& row : formulas) {
    if (row.range.contains(release)) return row;
  }
  BOOST_ASSERT_MSG(false, "the ranges leave a gap");
  return formulas.back();
}

bool has_hash_without_resources(release::Release release) {
  return hashes_without_resources.contains(release);
}

JsonEscapes json_escapes(release::Release release) {
  return built_with_go122.contains(release) ? JsonEscapes::short_control : JsonEscapes::long_control;
}

}  // namespace podreel::identity
