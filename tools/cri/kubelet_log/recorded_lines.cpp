#include "tools/cri/kubelet_log/recorded_lines.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/trace/json_line.hpp"
#include "scenarios/format/in_seconds.hpp"

namespace podreel::cri {

void RecordedLines::write(const trace::Record& record) {
  RecordedLine& line = lines_.emplace_back(RecordedLine{record.time - start_, {}});
  trace::append_json_line(line.text, record, start_);
}

std::vector<RecordedLine> RecordedLines::take() noexcept {
  return std::exchange(lines_, {});
}

RecordedLine end_line(sim::Duration at) {
  return {at, fmt::format(R"({{"t":{:.3f},"kind":"recording","what":"end"}})", format::in_seconds(at))};
}

RecordedLine kubelet_line(const std::string& version) {
  return {{}, fmt::format(R"({{"t":0.000,"kind":"recording","what":"kubelet","version":"{}"}})", version)};
}

RecordedLine cgroups_line(api::CgroupVersion version) {
  return {{},
          fmt::format(R"({{"t":0.000,"kind":"recording","what":"cgroups","version":"{}"}})",
                      static_cast<std::int32_t>(version))};
}

RecordedLine allocatable_line(const api::ResourceList& resources) {
  return {{},
          fmt::format(R"({{"t":0.000,"kind":"recording","what":"allocatable","resources":{}}})",
                      nlohmann::json(resources).dump())};
}

RecordedLine lateness_line(sim::Duration lateness) {
  return {{},
          fmt::format(R"({{"t":0.000,"kind":"recording","what":"lateness","for_s":{:.4f}}})",
                      format::in_seconds(lateness))};
}

RecordedLine loops_line(sim::Duration began) {
  const sim::Duration at = std::max(began, sim::Duration{});
  return {at, fmt::format(R"({{"t":{:.4f},"kind":"recording","what":"loops","for_s":{:.4f}}})", format::in_seconds(at),
                          format::in_seconds(at - began))};
}

RecordedLine lists_line(const std::vector<sim::Duration>& lists) {
  std::vector<std::string> times;
  for (const sim::Duration list : lists) times.push_back(fmt::format("{:.4f}", format::in_seconds(list)));
  return {{}, fmt::format(R"({{"t":0.000,"kind":"recording","what":"lists","at":[{}]}})", fmt::join(times, ","))};
}

std::vector<RecordedLine> merged(std::vector<std::vector<RecordedLine>> sides, sim::Duration length) {
  std::vector<RecordedLine> all;
  for (std::vector<RecordedLine>& side : sides) std::ranges::move(side, std::back_inserter(all));
  std::erase_if(all, [length](const RecordedLine& line) { return line.at > length; });
  std::ranges::stable_sort(all, {}, &RecordedLine::at);
  return all;
}

}  // namespace podreel::cri
