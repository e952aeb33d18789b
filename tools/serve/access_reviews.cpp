#include "tools/serve/access_reviews.hpp"

#include "engine/api/json_member.hpp"
#include "tools/serve/request_body.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

json status_of(std::string_view resource) {
  const json everything = json::array({"*"});
  if (resource == "selfsubjectreviews") {
    return {{"userInfo", {{"username", "system:anonymous"}, {"groups", {"system:unauthenticated"}}}}};
  }
  if (resource == "selfsubjectrulesreviews") {
    return {
        {"resourceRules", json::array({{{"verbs", everything}, {"apiGroups", everything}, {"resources", everything}}})},
        {"nonResourceRules", json::array({{{"verbs", everything}, {"nonResourceURLs", everything}}})},
        {"incomplete", false}};
  }
  return {{"allowed", true}};
}

}  // namespace

bool is_access_review(const Resource& kind) {
  return kind.group == "authorization.k8s.io" || kind.group == "authentication.k8s.io";
}

Response answer_access_review(const Request& request, const RequestInfo& info) {
  json review = api::to_json(body_of(request));
  if (!review.is_object()) throw bad_request("the body of the request must be of kind " + std::string{info.kind->kind});
  review["apiVersion"] = info.kind->group_version();
  review["kind"] = info.kind->kind;
  review["status"] = status_of(info.kind->name);
  return json_response(review, 201);
}

}  // namespace podreel::serve
