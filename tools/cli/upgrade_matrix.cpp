#include "tools/cli/upgrade_matrix.hpp"

#include <nlohmann/json.hpp>

#include "tools/cli/text_table.hpp"

namespace podreel::cli {

UpgradeMatrix::UpgradeMatrix() : releases_(release::simulated_releases()) {
  for (const release::Release release : releases_) hashers_.emplace_back(release);
  changed_.assign(releases_.size(), std::vector<int>(releases_.size(), 0));
}

void UpgradeMatrix::add(const nlohmann::json& container) {
  std::vector<std::uint64_t> hashes;
  for (const identity::ContainerHasher& hasher : hashers_) hashes.push_back(hasher.hash(container));
  for (std::size_t from = 0; from < hashes.size(); ++from) {
    for (std::size_t to = 0; to < hashes.size(); ++to) {
      if (hashes[from] != hashes[to]) ++changed_[from][to];
    }
  }
  ++containers_;
}

void UpgradeMatrix::print(std::ostream& out, OutputFormat format) const {
  if (format != OutputFormat::table && format != OutputFormat::wide) {
    nlohmann::ordered_json pairs = nlohmann::ordered_json::array();
    for (std::size_t from = 0; from < releases_.size(); ++from) {
      for (std::size_t to = 0; to < releases_.size(); ++to) {
        if (from == to) continue;
        pairs.push_back({{"from", release::minor_string(releases_[from])},
                         {"to", release::minor_string(releases_[to])},
                         {"changed", changed_[from][to]},
                         {"containers", containers_}});
      }
    }
    if (format != OutputFormat::jsonl) return print_document(out, format, {{"upgrades", std::move(pairs)}});
    for (const auto& pair : pairs) print_document(out, format, pair);
    return;
  }
  std::vector<std::string> header{"FROM\\TO"};
  for (const release::Release release : releases_) header.push_back(release::minor_string(release));
  TextTable table{header};
  for (std::size_t from = 0; from < releases_.size(); ++from) {
    std::vector<std::string> cells{release::minor_string(releases_[from])};
    for (std::size_t to = 0; to < releases_.size(); ++to) {
      cells.push_back(from == to ? "-" : std::to_string(changed_[from][to]));
    }
    table.add(std::move(cells));
  }
  out << table.text() << "of " << containers_ << " containers\n";
}

}  // namespace podreel::cli
