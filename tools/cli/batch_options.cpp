#include "tools/cli/batch_options.hpp"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <system_error>

#include "tools/cli/bad_input.hpp"
#include "tools/cli/gate_list.hpp"
#include "tools/cli/input_files.hpp"

namespace podreel::cli {

namespace {

void read_lines(std::istream& in, const std::string& file,
                const std::function<void(std::string_view, const std::string&, int)>& use) {
  std::string text;
  for (int line = 1; std::getline(in, text); ++line) {
    if (text.find_first_not_of(" \t\r") != std::string::npos) use(text, file, line);
  }
}

}  // namespace

void add_batch_options(CLI::App& verb, BatchOptions& options, const std::string& what) {
  add_input_options(verb, options.files, what);
  releases(verb.add_option("--kubelet-version", options.release, "the kubelet's release; the newest by default"));
  verb.add_option("--feature-gates", options.feature_gates, "NAME=true|false, separated by commas")->type_name("GATES");
  verb.add_flag("--explain", options.explain, "say why, step by step");
  add_output_format(verb, options.format, {OutputFormat::jsonl, OutputFormat::json, OutputFormat::yaml});
}

release::Behaviour kubelet_of(const BatchOptions& options, Context& context) {
  const release::Release release =
      options.release.empty() ? release::newest_release() : *release::parse_release(options.release);
  return release::behaviour_of(release, parse_gate_list(options.feature_gates, {release}, context));
}

void for_each_line(const std::vector<std::string>& files,
                   const std::function<void(std::string_view text, const std::string& file, int line)>& use) {
  for (const std::string& file : input_files(files)) {
    if (file == "-") {
      read_lines(std::cin, file, use);
      continue;
    }
    std::ifstream in{file};
    if (!in) throw BadInput{fmt::format("cannot read '{}': {}", file, std::generic_category().message(errno))};
    read_lines(in, file, use);
  }
}

}  // namespace podreel::cli
