"""Mutants of the tables: rows of behaviour that begin or end one release off or never hold, and timing rows."""

import re

from .changes import Change

BEHAVIOUR = "engine/release/behaviour"
ROW = re.compile(r"^(?:CAPABILITY|ALSO)\((\w+),(.*?)\)$(?=\n(?:CAPABILITY|ALSO|//|\s*$)|\s*\Z)", re.DOTALL | re.MULTILINE)
RELEASE = re.compile(r"\bv\((\d+)(?:, (\d+))?\)")
# The minor release that podreel begins with.
OLDEST = 7
TIMING_ROW = re.compile(r"^ROW\((\w+), (\w+),", re.MULTILINE)
# What becomes of a row of time (`changed` in runtime.HEADER says how). Any order is as good as another.
HOW = {"Period": "half of it", "Cost": "three times", "Spread": "twice as long", "Jitter": "none", "Odds": "never",
       "Race": "the first two exchanged"}


def first_releases(gates):
    """The minor release in which each gate of feature_gate_table.inc came."""
    return {name: int(first) for name, first in re.findall(r'^\{"(\w+)", \{\w+\((\d+)', gates, re.MULTILINE)}


def needs_later_gate(arguments, becomes, first):
    """Whether a row cannot hold in the release that it begins with instead: a gate that it needs was not there yet."""
    minor = int(RELEASE.match(becomes).group(1))
    return any(first.get(gate, 0) > minor for gate in re.findall(r'\bwhen\("(\w+)"\)', arguments))


def shifted(release):
    """The releases just before and just after v(minor, patch), as far as any is simulated."""
    minor, patch = int(release.group(1)), int(release.group(2) or 0)
    if minor < OLDEST:
        return []
    before = [f"v({minor}, {patch - 1})"] if patch else [f"v({minor - 1})"] if minor > OLDEST else []
    return [*before, f"v({minor}, {patch + 1})"]


class RowMutant:
    """A row of behaviour with another text, by the row's index in its file."""

    def __init__(self, index, name, start, found, becomes, arguments):
        self.index, self.name, self.start, self.found, self.becomes = index, name, start, found, becomes
        self.arguments = arguments


def behaviour_mutants(text, gates):
    """The number of rows of a file, and what they can be turned into. `gates`: see first_releases."""
    count, mutants = 0, []
    for row in ROW.finditer(text):
        arguments, begin, count = row.group(2), row.start(2), count + 1

        def change(start, end, becomes, found=None, row=row, arguments=arguments, begin=begin, index=count - 1):
            mutants.append(RowMutant(index, row.group(1), begin + start, found or arguments[start:end], becomes,
                                     arguments[:start] + becomes + arguments[end:]))
        for match in RELEASE.finditer(arguments):
            for becomes in shifted(match):
                if not needs_later_gate(arguments, becomes, gates):
                    change(match.start(), match.end(), becomes)
        ranges = re.match(r"\s*(?:\w+\(.*?\)\)|\{\{.*?\}\}|\{.*?\}\}\}),", arguments, re.DOTALL)
        if ranges:
            change(0, ranges.end() - 1, " {}", ranges.group()[:-1].strip())
        for match in re.finditer(r"\b(when|unless)\(", arguments):
            change(match.start(1), match.end(1), {"when": "unless", "unless": "when"}[match.group(1)])
    return count, mutants


def timing_rows(text):
    """The names of the rows that have a mutant, with what becomes of them."""
    return {name: HOW[kind] for kind, name in TIMING_ROW.findall(text) if kind in HOW}


def timing_uses(source, rows):
    """Every use of such a row in the code: the row's mutant is the same at all of them."""
    for match in re.finditer(r"\btiming::(\w+)\b(?!\()", source.code):
        name = match.group(1)
        if name in rows:
            yield Change(match.start(), match.end(), f"timing::{name}", rows[name],
                         lambda on, part, name=name: f"podreel_mutants::row<timing::{name}, {on[on.index('(') + 1:-1]}>()")
