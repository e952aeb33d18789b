#include "scenarios/reproduce/read/pod_names.hpp"

#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <vector>

namespace podreel::reproduce {

namespace {

/// A form of a pod's name; each number is a group of the pattern, or 0.
struct Form {
  const char* pattern;
  int name;
  int name_space;
  int uid = 0;
  int container = 0;
};

/// The first form that occurs counts.
constexpr std::array forms{
    Form{R"~(\bpods?=\[?"?([a-z0-9-]+)/([a-z0-9.-]+))~", 2, 1},
    Form{R"~(\bobject="([a-z0-9-]+)/([a-z0-9.-]+)")~", 2, 1},
    Form{R"~(Kind:"?Pod"?, Namespace:"?([a-z0-9-]+)"?, Name:"?([a-z0-9.-]+))~", 2, 1},
    Form{R"~(PodSandboxMetadata\{Name:([a-z0-9][a-z0-9.-]*),Uid:([0-9a-f-]+),Namespace:([a-z0-9-]+))~", 1, 3, 2},
    Form{R"(\b([a-z0-9][a-z0-9.-]*)_([a-z0-9][a-z0-9-]*)\(([0-9a-f-]*))", 1, 2, 3},
    Form{R"(\bk8s_POD_([a-z0-9][a-z0-9.-]*)_([a-z0-9][a-z0-9-]*)_([0-9a-f-]+)_\d)", 1, 2, 3},
    Form{R"(\bk8s_([a-z0-9-]+)_([a-z0-9][a-z0-9.-]*)_([a-z0-9][a-z0-9-]*)_([0-9a-f-]+)_\d)", 2, 3, 4, 1},
    Form{R"(\bk8s_([a-z0-9][a-z0-9.-]*)_([a-z0-9][a-z0-9-]*)_([0-9a-f]{4}[0-9a-f-]*)_\d)", 1, 2, 3},
    Form{R"(\b([a-z0-9-]+)_([a-z0-9][a-z0-9.-]*)_([a-z0-9][a-z0-9-]*)_([0-9a-f-]+)_\d)", 2, 3, 4, 1},
    Form{R"(\b([a-z0-9][a-z0-9.-]*)_([a-z0-9][a-z0-9-]*)_([0-9a-f]{4}[0-9a-f-]*)_\d)", 1, 2, 3},
    Form{R"(Successfully assigned ([a-z0-9-]+)/([a-z0-9.-]+) to )", 2, 1},
    Form{R"(\bpod=([a-z0-9][a-z0-9.-]*)_)", 1, 0},
    Form{R"(\b[Pp]ods?:? "?([a-z0-9-]+)/([a-z0-9][a-z0-9.-]*))", 2, 1},
    Form{R"~(\bunwanted pod "([a-z0-9][a-z0-9.-]*)")~", 1, 0},
    Form{R"~(^Pod ([a-z0-9][a-z0-9.-]*): )~", 1, 0},
    Form{R"~(\bnamespace=([a-z0-9-]+) pod=([a-z0-9][a-z0-9.-]*))~", 2, 1},
};

const std::vector<boost::regex>& patterns() {
  static const std::vector<boost::regex> compiled = [] {
    std::vector<boost::regex> all;
    for (const Form& form : forms) all.emplace_back(form.pattern);
    return all;
  }();
  return compiled;
}

std::string group(const boost::smatch& found, int number) {
  return number == 0 ? std::string{} : found[number].str();
}

}  // namespace

std::optional<NamedPod> pod_named_in(std::string_view text) {
  constexpr std::size_t max_length = 4000;
  const std::string searched{text.substr(0, max_length)};
  for (std::size_t index = 0; index < forms.size(); ++index) {
    boost::smatch found;
    if (!boost::regex_search(searched, found, patterns()[index])) continue;
    const Form& form = forms[index];
    return NamedPod{.name = group(found, form.name),
                    .name_space = group(found, form.name_space),
                    .uid = group(found, form.uid),
                    .container = group(found, form.container)};
  }
  return std::nullopt;
}

std::string uid_named_in(std::string_view text) {
  static const boost::regex uid{
      R"((?:podUID="?|UID: ?"?|podName:|pod ")([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))"};
  constexpr std::size_t max_length = 4000;
  const std::string searched{text.substr(0, max_length)};
  boost::smatch found;
  return boost::regex_search(searched, found, uid) ? found[1].str() : std::string{};
}

}  // namespace podreel::reproduce
