"""Mutants of a place in the code, and code that contains the original and its mutants."""

import re

from .source import LEVELS, TERNARY

ASSIGNMENT = re.compile(r"\s(?:[-+*/|&]?=|<<)\s")
# Removing one of these changes nothing that could be noticed, or is not a statement.
NOT_REMOVED = re.compile(r"^(?:assert\(|static_assert|static_cast<void>|return\b|co_return\b|using\b|throw\b|goto\b|case\b|"
                         r"typedef\b|friend\b|delete\b|constexpr\b)|\.(?:reserve|shrink_to_fit)\(")
NOT_EXECUTED = re.compile(r"\b(?:if constexpr|static_assert|requires|template|decltype|noexcept) ?[(<]?$")
CONSTANT = re.compile(r"\s*(?:static |inline )*constexpr\b")
EXTREMES = {"min": "max", "max": "min", "any_of": "all_of", "all_of": "any_of"}


class Change:
    """A mutant: replaces start … end of the source while it is active. `outer` changes are
    written around others of the same place."""

    def __init__(self, start, end, found, becomes, write, outer=0):
        self.start, self.end, self.found, self.becomes = start, end, found, becomes
        self.write, self.outer = write, outer


def changes_of(source):
    return [change for kind in (conditions, ternaries, binaries, negations, literals, statements, jumps, extremes)
            for change in kind(source) if "co_await" not in source.code[change.start:change.end] or kind is statements]


def executed(source, position):
    """Returns whether the code is in a function and is not evaluated by the compiler."""
    owner = source.owner[position]
    if owner is None or not owner.in_function:
        return False
    while owner is not None:
        begin = max(source.code.rfind(end, 0, position) for end in ";{}") + 1
        if CONSTANT.match(source.code, begin):
            return False
        while owner is not None and not source.code.startswith("()", owner.end + 1):
            owner = owner.parent
        if owner is not None:
            position, owner = owner.start, owner.parent
    return True


def boolean(on, text):
    return f"(static_cast<bool>({text}) != {on})"


def is_inverted_inside(source, start, end):
    """Whether a condition's negation is a mutant of its own operator anyway."""
    loosest = min(((LEVELS[sign], sign) for place, sign in source.operators
                   if start <= place < end and source.owner[place] is source.owner[start] and sign in LEVELS),
                  default=None)
    if loosest:
        return loosest[1] in ("==", "!=")
    return source.code[start] == "!"


def conditions(source):
    for match in re.finditer(r"\b(if|while) \(", source.code):
        opening = match.end() - 1
        if not executed(source, match.start()):
            continue
        inside = source.at[opening]
        start = opening + 1
        for place in range(opening + 1, inside.end):
            if source.code[place] == ";" and source.owner[place] is inside:
                start = place + 2
        declares = any(sign == "=" and start <= place < inside.end and source.owner[place] is inside
                       for place, sign in source.operators)
        # A loop that goes on when it should not is seldom more than a hang.
        if declares or match.group(1) == "while" or is_inverted_inside(source, start, inside.end):
            continue
        yield Change(start, inside.end, source.text[start:inside.end], "!(…)",
                     lambda on, part, start=start, end=inside.end: boolean(on, part(start, end)), outer=1)


def ternaries(source):
    for place, sign in source.operators:
        if sign != "?" or not executed(source, place):
            continue
        start, end = source.left_end(place, TERNARY), len(source.code[:place].rstrip())
        if not is_inverted_inside(source, start, end):
            yield Change(start, end, source.text[start:end] + " ?", "!(…) ?",
                         lambda on, part, start=start, end=end: boolean(on, part(start, end)), outer=1)


def swapped_logic(sign, on, left, right):
    """`left && right`, `left || right` while it is on, or the other way round; each operand is written once."""
    if sign == "&&":
        return f"({boolean(on, left)} ? static_cast<bool>({right}) : {on})"
    return f"({boolean(on, left)} ? !{on} : static_cast<bool>({right}))"


def in_lines(twice):
    """Text that has something twice, in as many lines as it is once."""
    return twice.replace("\n", " ") + "\n" * (twice.count("\n") // 2)


def write_binary(sign, on, left, right):
    if sign in ("&&", "||"):
        return swapped_logic(sign, on, left, right)
    if sign in ("==", "!="):
        return f"(({left} {sign} {right}) != {on})"
    if sign in ("+", "-"):
        return in_lines(f"({on} ? ({left}) {BINARY[sign]} ({right}) : ({left}) {sign} ({right}))")
    name = {"<": "less", "<=": "at_most", ">": "more", ">=": "at_least"}[sign]
    return f"podreel_mutants::{name}({number_of(on)}, {left}, {right})"


def number_of(on):
    return on[on.index("(") + 1:-1]


BINARY = {"&&": "||", "||": "&&", "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+"}


def binaries(source):
    for place, sign in source.operators:
        if sign not in BINARY or not executed(source, place) or NOT_EXECUTED.search(source.code[:place][-40:].rstrip()):
            continue
        left = source.left_end(place, LEVELS[sign])
        right = source.right_end(place + len(sign), LEVELS[sign])
        before, after = len(source.code[:place].rstrip()), place + len(sign)
        if sign in ("+", "-") and ('"' in source.code[left:right] or left >= place):
            continue

        def write(on, part, sign=sign, left=left, before=before, after=after, right=right):
            return write_binary(sign, on, part(left, before), part(after, right))
        yield Change(left, right, source.text[left:right], BINARY[sign], write)


def negations(source):
    for match in re.finditer(r"(?<![!\w])!(?=[\w(*])", source.code):
        if executed(source, match.start()):
            start, end = match.end(), source.operand_end(match.end())
            yield Change(match.start(), end, source.text[match.start():end], source.text[start:end],
                         lambda on, part, start=start, end=end: f"(static_cast<bool>({part(start, end)}) == {on})")


def literals(source):
    for match in re.finditer(r"\b(?:co_)?return (true|false);", source.code):
        if executed(source, match.start()):
            found = match.group(1)
            yield Change(match.start(1), match.end(1), match.group(), {"true": "false", "false": "true"}[found],
                         lambda on, part, found=found: ("!" if found == "true" else "") + on)


def is_expression(code):
    """Whether a statement is a call, an assignment or an increment, and no declaration."""
    if NOT_REMOVED.search(code) or code.startswith("("):
        return False
    depth = 0
    for index, char in enumerate(code):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(char, 0)
        if depth == 0 and char.isspace():
            return bool(ASSIGNMENT.match(code, index)) or code.startswith("co_await ")
    return "(" in code or code.startswith(("++", "--"))


def statements(source):
    for start, end, _ in source.statements():
        if is_expression(source.code[start:end]) and executed(source, start):
            yield Change(start, end, source.text[start:end], ";",
                         lambda on, part, start=start, end=end: f"{{ if (!{on}) {{ {part(start, end)} }} }}", outer=2)


def ends_switch(source, start, end):
    """Whether it is the last statement of a switch, which ends without a break, too."""
    block = source.owner[start]
    head = source.code[:block.start].rstrip()
    return (not source.code[end:block.end].strip() and head.endswith(")")
            and source.code[:source.at[len(head) - 1].start].endswith("switch "))


def jumps(source):
    for start, end, conditional in source.statements():
        statement = source.code[start:end]
        if statement == "break;" and ends_switch(source, start, end):
            continue
        if statement in ("break;", "continue;") or (statement in ("return;", "co_return;") and not conditional):
            yield Change(start, end, statement, ";",
                         lambda on, part, start=start, end=end: f"{{ if (!{on}) {part(start, end)} }}")


def extremes(source):
    for match in re.finditer(r"\bstd::(?:ranges::)?(min|max|any_of|all_of)(?:<[\w:]+>)?(?=\()", source.code):
        if not executed(source, match.start()):
            continue
        end = source.at[match.end()].end + 1
        name, name_end, arguments = match.group(1), match.end(1), match.end()

        def write(on, part, match=match, name=name, name_end=name_end, arguments=arguments, end=end):
            head, tail = source.text[match.start():match.start(1)], source.text[name_end:arguments]
            call = part(arguments, end)
            return in_lines(f"({on} ? {head}{EXTREMES[name]}{tail}{call} : {head}{name}{tail}{call})")
        yield Change(match.start(), end, source.text[match.start():end], EXTREMES[name], write)
