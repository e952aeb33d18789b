// podreel with the policy "ignore-tags": from 1.30 on, the kubelet does not restart a container of which only the tag
// of the image changes.
//
//   own_command test --policy ignore-tags --against-policy upstream FOLDER
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "podreel/command.hpp"

namespace {

class IgnoreTags final : public podreel::Policy {
 public:
  std::uint64_t hash_container(const nlohmann::json& container, std::uint64_t /*upstream*/,
                               podreel::Release /*kubelet*/) const override {
    const std::string image = container.at("image");
    const std::size_t slash = image.rfind('/');
    const std::size_t colon = image.find(':', slash == std::string::npos ? 0 : slash);
    return std::hash<std::string>{}(container.at("name").get<std::string>() + "@" + image.substr(0, colon));
  }
};

std::shared_ptr<const podreel::Policy> make(const podreel::KubeletInfo& kubelet) {
  if (kubelet.release < podreel::Release{30, 0} || kubelet.scenario_policy != "upstream") return nullptr;
  return std::make_shared<IgnoreTags>();
}

}  // namespace

int main(int argc, char** argv) {
  return podreel::main(argc, argv, {{"ignore-tags", "ignores the tag of an image", make}});
}
