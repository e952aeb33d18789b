"""Sources that contain every mutant beside the original; at most one is active, selected by its number."""

import collections
import re
import zlib

from . import changes, rows
from .source import Source

HEADER = "mutant.hpp"
NUMBERS = 1 << 22
TIMING_TABLE = "engine/timing/table.inc"
BEHAVIOUR_TABLE = "engine/release/behaviour_table.cpp"
HOLDS = "bool holds(const BehaviourRow& row, Release release, const FeatureGates& gates) {"
MARK = re.compile(r"/\*([<>])(\d+)\*/")


class Mutant:
    def __init__(self, path, line, found, becomes, number):
        self.path, self.line, self.found, self.becomes, self.number = path, line, found, becomes, number
        self.key = None

    def __str__(self):
        found = " ".join(self.found.split())
        found = found if len(found) <= 100 else found[:97] + "..."
        return f"{self.path}:{self.line}: {found!r} -> {self.becomes!r}"

    @property
    def folder(self):
        return self.path.rpartition("/")[0] if not self.path.endswith(".inc") else self.path


class Numbers:
    """Gives every mutant a number that it keeps whatever becomes of others: one of its text and place among alike ones."""

    def __init__(self):
        self.taken, self.alike, self.mutants = set(), collections.Counter(), []

    def mutant(self, path, line, found, becomes):
        text = f"{path}: {' '.join(found.split())} -> {becomes}"
        self.alike[text] += 1
        key = f"{text} #{self.alike[text]}"
        number = zlib.crc32(key.encode()) % NUMBERS or 1
        while number in self.taken:
            number = number % (NUMBERS - 1) + 1
        self.taken.add(number)
        mutant = Mutant(path, line, found, becomes, number)
        mutant.key = key
        self.mutants.append(mutant)
        return mutant


class Node:
    """A change, and those inside of it."""

    def __init__(self, change, number):
        self.change, self.number, self.inside = change, number, []

    def write(self, source):
        def part(start, end):
            return write_range(source, start, end, [node for node in self.inside
                                                    if start <= node.change.start and node.change.end <= end])
        written = self.change.write(f"podreel_mutants::on({self.number})", part)
        return f"/*<{self.number}*/{written}/*>{self.number}*/"


def write_range(source, start, end, nodes):
    pieces = []
    for node in nodes:
        pieces += [source.text[start:node.change.start], node.write(source)]
        start = node.change.end
    return "".join(pieces) + source.text[start:end]


def nested(found):
    """Changes with their numbers as trees; one that overlaps another by half is left out."""
    roots, open_nodes = [], []
    for change, number in sorted(found, key=lambda each: (each[0].start, -each[0].end, -each[0].outer)):
        while open_nodes and open_nodes[-1].change.end <= change.start:
            open_nodes.pop()
        if open_nodes and change.end > open_nodes[-1].change.end:
            continue
        node = Node(change, number)
        (open_nodes[-1].inside if open_nodes else roots).append(node)
        open_nodes.append(node)
    return roots


def instrument(path, text, numbers, dropped=frozenset(), timing=None):
    """`text` with its mutants, but for those whose keys are dropped. `timing`: a dictionary of the mutants of rows."""
    source = Source(text)
    found = []
    for change in changes.changes_of(source):
        mutant = numbers.mutant(path, source.line(change.start), change.found, change.becomes)
        if mutant.key not in dropped:
            found.append((change, mutant.number))
    for change in rows.timing_uses(source, timing[0]) if timing else []:
        mutant = timing[1][change.found]
        if mutant.key not in dropped:
            found.append((change, mutant.number))
    if not found:
        return text
    body = write_range(source, 0, len(source.text), nested(found))
    return f'#include "{HEADER}"\n#line 1\n{body}'


def timing_mutants(text, numbers):
    """What becomes of rows, and the mutant of each."""
    becomes = rows.timing_rows(text)
    mutants = {}
    for name in becomes:
        line = 1 + text.count("\n", 0, text.index(f", {name},"))
        mutants[f"timing::{name}"] = numbers.mutant(TIMING_TABLE, line, name, becomes[name])
    return becomes, mutants


def behaviour_variants(files, gates, numbers):
    """The rows' mutants as C++: a table of them, and what asks it."""
    first, table = 0, []
    for path, text in files:
        count, mutants = rows.behaviour_mutants(text, rows.first_releases(gates))
        for each in mutants:
            mutant = numbers.mutant(path, 1 + text.count("\n", 0, each.start), f"{each.name} {each.found}", each.becomes)
            table.append(f"{{{mutant.number}, {first + each.index}, {{&Behaviour::{each.name}, \"\", {each.arguments}}}}},")
        first += count
    return ("struct Variant { unsigned number; std::size_t row; BehaviourRow changed; };\n"
            "const std::vector<Variant>& variants() {\n  static const std::vector<Variant> all{\n"
            + "\n".join(table) + "\n};\n  return all;\n}\n")


ASKING = HOLDS.replace("holds(", "holds_with_mutants(") + """
  const bool answer = holds(row, release, gates);
  for (const Variant& variant : variants()) {
    if (&rows()[variant.row] != &row || holds(variant.changed, release, gates) == answer) continue;
    if (podreel_mutants::on(variant.number)) return !answer;
  }
  return answer;
}
"""


def with_variants(table, variants):
    """behaviour_table.cpp, in which a row can be one of its mutants."""
    asked = table.index("}  // namespace\n", table.index(HOLDS))
    before, after = table[:asked], table[asked:].replace("if (holds(", "if (holds_with_mutants(")
    if "holds_with_mutants(" not in after:
        raise ValueError(f"{BEHAVIOUR_TABLE} is not as expected")
    return f'#include "{HEADER}"\n' + before + variants + ASKING + after


def mutants_at(text, line, column):
    """The numbers of the mutants that are written around a place of an instrumented text, the innermost last, or, if
    there are none, of all in the line."""
    lines = text.split("\n")
    first = 2 if len(lines) > 1 and lines[1] == "#line 1" else 0
    if line + first > len(lines):
        return []
    position = sum(len(each) + 1 for each in lines[:line + first - 1]) + column - 1
    around, in_line = [], []
    end_of_line = position - (column - 1) + len(lines[line + first - 1])
    for mark in MARK.finditer(text):
        if mark.start() > end_of_line:
            break
        if mark.start() >= position - (column - 1):
            in_line.append(int(mark.group(2)))
        if mark.start() < position:
            if mark.group(1) == "<":
                around.append(int(mark.group(2)))
            else:
                around.reverse()
                around.remove(int(mark.group(2)))
                around.reverse()
    return around[-1:] or list(dict.fromkeys(in_line))
