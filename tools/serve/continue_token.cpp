#include "tools/serve/continue_token.hpp"

#include <nlohmann/json.hpp>

#include "engine/api/base64.hpp"

namespace podreel::serve {

using nlohmann::json;

std::string continue_token(const ContinueToken& token) {
  json content{{"v", "meta.k8s.io/v1"}, {"start", token.start}};
  if (token.version) content["rv"] = *token.version;
  return api::base64(json_text(content));
}

ContinueToken read_continue_token(std::string_view text) {
  const auto bytes = api::from_base64(text);
  const json content = bytes ? json::parse(*bytes, nullptr, false) : json{};
  const bool is_fit = content.is_object() && content.value("v", json{}) == "meta.k8s.io/v1" &&
                      content.value("start", json{}).is_string() && content.value("rv", json(1U)).is_number_unsigned();
  if (!is_fit) throw bad_request("continue key is not valid");
  ContinueToken token{.start = content["start"]};
  if (content.contains("rv")) token.version = content["rv"].get<std::uint64_t>();
  return token;
}

StatusError expired_continue(std::uint64_t, const std::string& start) {
  StatusError error{410, "Expired",
                    "The provided continue parameter is too old to display a consistent list result. You can start a "
                    "new list without the continue parameter, or use the continue token in this response to retrieve "
                    "the remainder of the results. Continuing with the provided token results in an inconsistent list "
                    "- objects that were created, modified, or deleted between the time the first chunk was returned "
                    "and now may show up in the list."};
  error.set_metadata({{"continue", continue_token({std::nullopt, start})}});
  return error;
}

}  // namespace podreel::serve
