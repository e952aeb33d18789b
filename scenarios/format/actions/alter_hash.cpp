#include <charconv>

#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"

namespace podreel::actions {

namespace {

/// Replaces the stored identity of a container.
class AlterHash final : public Kind<AlterHash, RuntimeAction> {
 public:
  static constexpr std::string_view kind = "alterHash";
  std::uint64_t hash = 0;

  /// A client keeps the hashes of containers itself, in their annotations.
  [[nodiscard]] Side side() const override { return Side::cluster; }

 private:
  [[nodiscard]] bool act(runtime_fake::FakeRuntime& runtime) const override {
    return runtime.alter_hash(pod, container, hash);
  }
};

Shape<std::uint64_t> hash_shape() {
  return {"a hash of 1 to 16 hexadecimal digits",
          [](const api::Tree& node, const Place& place, std::uint64_t& value) {
            const char* end = node.text.data() + node.text.size();
            const auto [stop, error] = std::from_chars(node.text.data(), end, value, 16);
            const bool scalar = node.kind == api::Tree::Kind::string || node.kind == api::Tree::Kind::integer;
            if (scalar && stop == end && error == std::errc{}) return true;
            place.mismatch(node, "a hash of 1 to 16 hexadecimal digits, such as \"deadbeef\"");
            return false;
          },
          [](format::Definitions&) {
            const Json text{{"type", "string"}, {"pattern", "^[0-9a-fA-F]{1,16}$"}};
            return Json{{"anyOf", Json::array({text, Json{{"type", "integer"}, {"minimum", 0}}})}};
          }};
}

}  // namespace

void add_alter_hash(StepFields& step) {
  step.action(
      format::of_container(Object<AlterHash>{AlterHash::kind, "Replaces the hash stored with a container."}.required(
          "hash", &AlterHash::hash, hash_shape().example("deadbeef"), "The new hash.")));
}

}  // namespace podreel::actions
