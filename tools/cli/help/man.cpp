#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "tools/cli/command/help.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/version.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText man_text{
    .name = "man",
    .summary = "Print the manual page of podreel or of a verb",
    .description = "Prints a manual page in the format that man reads. Installing podreel installs all of them.",
    .examples =
        "# Read the page of a verb\n"
        "podreel man versions | man -l -\n",
};

/// Escapes text for roff.
std::string roff(std::string_view text) {
  std::string result;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
    begins_line = c == '\n';
  }
  return result;
}

std::string roff_paragraphs(std::string_view text) {
  std::string result = roff(text);
  for (std::size_t at = result.find("\n\n"); at != std::string::npos; at = result.find("\n\n", at)) {
    result.replace(at, 2, "\n.PP\n");
  }
  return result + '\n';
}

std::string entry(const CLI::Option& option) {
  std::string label = option_label(option);
  label.erase(0, label.find_first_not_of(' '));
  return fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(label), roff(option.get_description()));
}

std::string entries(std::string_view title, const std::vector<const CLI::Option*>& options) {
  if (options.empty()) return {};
  std::string page = fmt::format(".SH {}\n", title);
  for (const CLI::Option* option : options) page += entry(*option);
  return page;
}

std::string verbs_section(const CLI::App& app) {
  const std::vector<const CLI::App*> verbs = app.get_subcommands({});
  if (verbs.empty()) return {};
  std::string page = ".SH VERBS\n";
  for (const CLI::App* verb : verbs) {
    page +=
        fmt::format(".TP\n\\fB{0}\\fR\n{1} (\\fBpodreel\\-{0}\\fR(1))\n", verb->get_name(), roff(summary_of(*verb)));
  }
  return page;
}

/// Returns the section of a verb that has no page of its own.
std::string section_of(const CLI::App& verb) {
  std::string section = fmt::format(".SH {}\n", roff(command_name(verb)));
  section += fmt::format("{}\n.PP\n", roff(usage_of(verb)));
  section += roff_paragraphs(details_of(verb));
  for (const CLI::Option* option : arguments_of(verb)) section += entry(*option);
  for (const CLI::Option* option : options_of(verb)) section += entry(*option);
  return section + fmt::format(".PP\n.nf\n{}.fi\n", roff(verb.get_footer()));
}

std::string page_of(const CLI::App& app) {
  const bool is_verb = app.get_parent() != nullptr;
  const std::string name = is_verb ? "podreel-" + app.get_name() : app.get_name();
  std::string page = fmt::format(".TH \"{}\" 1 \"\" \"podreel {}\"\n", roff(name), podreel_version);
  page += fmt::format(".SH NAME\n{} \\- {}\n", roff(name), roff(summary_of(app)));
  page += fmt::format(".SH SYNOPSIS\n{}\n", roff(usage_of(app)));
  page += ".SH DESCRIPTION\n" + roff_paragraphs(details_of(app));
  if (!is_verb) page += verbs_section(app);
  page += entries("ARGUMENTS", arguments_of(app));
  page += entries("OPTIONS", options_of(app));
  page += fmt::format(".SH EXAMPLES\n.nf\n{}.fi\n", roff(app.get_footer()));
  if (is_verb) {
    for (const CLI::App* below : app.get_subcommands({})) page += section_of(*below);
  }
  page += fmt::format(".SH EXIT STATUS\n{}\n", roff(exit_codes_text));
  if (!is_verb) page += fmt::format(".SH LIMITS\n{}\n", roff(limits_text()));
  return page + (is_verb ? ".SH SEE ALSO\n\\fBpodreel\\fR(1)\n" : "");
}

const CLI::App& find_verb(const CLI::App& app, const std::string& name) {
  std::vector<std::string_view> known;
  for (const CLI::App* verb : app.get_subcommands({})) {
    if (verb->get_name() == name) return *verb;
    known.push_back(verb->get_name());
  }
  throw BadInput{fmt::format("unknown verb '{}'{}", shown(name), api::did_you_mean(name, known, '\''))};
}

struct ManOptions {
  std::string verb;
  bool list = false;
};

std::string answer(const ManOptions& options, const CLI::App& app) {
  if (!options.list) return page_of(options.verb.empty() ? app : find_verb(app, options.verb));
  std::string names;
  for (const CLI::App* verb : app.get_subcommands({})) names += verb->get_name() + '\n';
  return names;
}

}  // namespace

void add_man(CLI::App& app, Context& context) {
  auto options = std::make_shared<ManOptions>();
  CLI::App& verb = new_verb(app, man_text);
  verb.add_option("VERB", options->verb, "verb of the page; default: the page of podreel")->type_name("VERB");
  verb.add_flag("--list", options->list, "list the verbs that have a page");
  set_action(verb, context, [options, &app](Context& world) {
    world.out << answer(*options, app);
    return ExitCode::ok;
  });
}

}  // namespace podreel::cli
