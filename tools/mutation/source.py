"""A partial C++ parser for mutants: code, matching brackets, and ends of operands."""

import re

STRING = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^\s()\\]*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|(?<![0-9a-fA-F])\'(?:[^\'\\\n]|\\.)+\'', re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.MULTILINE)
PAIRS = {")": "(", "]": "[", "}": "{"}

# Spaced as clang-format writes them, which distinguishes them from template brackets and pointers.
OPERATOR = re.compile(r"(?<=\s)(\|\||&&|==|!=|<=>|<=|>=|<<|>>|[-+*/%|&^]?=|[-+*/%|&^<>?:])(?=\s)")
LEVELS = {"||": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "<": 8, "<=": 8, ">": 8, ">=": 8, "<=>": 9,
          "<<": 10, ">>": 10, "+": 11, "-": 11, "*": 12, "/": 12, "%": 12}
TERNARY = 1.5
KEYWORD = re.compile(r"\b(?:return|co_return|co_yield|case|else|throw)\b")


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


class Bracket:
    def __init__(self, kind, start, parent):
        self.kind, self.start, self.end, self.parent = kind, start, None, parent

    @property
    def in_function(self):
        """Returns whether the content is executed: a block, or an expression in one."""
        bracket = self
        while bracket and bracket.kind not in ("block", "declarations"):
            bracket = bracket.parent
        return bracket is not None and bracket.kind == "block"


class Source:
    """A file, and the enclosing bracket of each character. A bracket itself belongs to the one around it."""

    def __init__(self, text):
        self.text = STRING.sub(lambda match: blank(match) if match.group().startswith("/") else match.group(), text)
        quoted = STRING.sub(lambda match: '"' + blank(match)[2:] + '"' if len(match.group()) > 1 else '"', self.text)
        self.code = DIRECTIVE.sub(blank, quoted)
        self.brackets, self.owner = [], []
        self._match()
        self.operators = [(match.start(), match.group()) for match in OPERATOR.finditer(self.code)]
        self.levels_from = {place: LEVELS.get(sign, 1) for place, sign in self.operators}
        self.levels_until = {place + len(sign) - 1: LEVELS.get(sign, 1) for place, sign in self.operators}

    def line(self, position):
        return self.text.count("\n", 0, position) + 1

    def _match(self):
        top = None
        self.at = {}
        for position, char in enumerate(self.code):
            if char in "([{":
                self.owner.append(top)
                kind = self._kind(position, top) if char == "{" else char
                top = Bracket(kind, position, top)
                self.at[position] = top
                self.brackets.append(top)
            elif char in ")]}":
                top.end = position
                self.at[position] = top
                top = top.parent
                self.owner.append(top)
            else:
                self.owner.append(top)

    def _kind(self, position, parent):
        """Of a brace: a block of statements, declarations, or what something is initialized with."""
        before = self.code[:position].rstrip()
        head = re.split(r"[;{}]", self.code[max(0, position - 400):position])[-1]
        word = re.search(r"\w*$", before).group()
        if re.search(r"\b(?:class|struct|namespace|enum|union)\b[^()=]*$", head):
            return "declarations"
        if word in ("const", "noexcept", "override", "final", "mutable", "else", "do", "try"):
            return "block"
        if before.endswith(")") or re.search(r"\) (?:const )?(?:noexcept )?-> [\w:<>,*&. ]+$", before[-200:]):
            return "block" if self.code[position - 1] in " \n" else "values"
        spaced = self.code[position - 1] in " \n"
        if spaced and before.endswith("]"):
            return "block"
        if spaced and before.endswith(":") and not before.endswith("::"):
            return "block"
        if before.endswith("}") and spaced and (parent is None or parent.kind == "declarations"):
            return "block"
        if before[-1:] in ("{", ";", "}") and parent and parent.kind == "block":
            return "block"
        return "values"

    def left_end(self, position, level):
        """Where the left operand begins of an operator at `position`."""
        owner = self.owner[position]
        start = position - 1
        while start >= 0:
            char = self.code[start]
            if char in ")]}" and self.owner[start] is owner:
                start = self.at[start].start - 1
                continue
            if self.owner[start] is not owner or char in ";,([{":
                break
            if self.levels_until.get(start, level) < level:
                break
            start -= 1
        begin = start + 1
        for keyword in KEYWORD.finditer(self.code, begin, position):
            if self.owner[keyword.start()] is owner:
                begin = keyword.end()
        return begin + len(self.code[begin:position]) - len(self.code[begin:position].lstrip())

    def right_end(self, position, level):
        """Returns the end of the right operand of an operator whose last character is before `position`."""
        owner = self.owner[position]
        end = position
        while end < len(self.code):
            char = self.code[end]
            if char in "([{" and self.owner[end] is owner:
                end = self.at[end].end + 1
                continue
            if char in ";,)]}" or self.levels_from.get(end, level + 1) <= level:
                break
            end += 1
        return position + len(self.code[position:end].rstrip())

    def operand_end(self, position):
        """Where an operand ends that begins at `position`: a name, calls, members, templates' arguments."""
        end = position
        while end < len(self.code):
            char = self.code[end]
            if char in "([{":
                end = self.at[end].end + 1
            elif char == "<" and self.code[end - 1].isalnum():
                depth = 1
                while depth:
                    end += 1
                    depth += {"<": 1, ">": -1}.get(self.code[end], 0)
                end += 1
            elif self.code.startswith(("->", "::"), end):
                end += 2
            elif char.isalnum() or char in "_.*!":
                end += 1
            else:
                break
        return end

    def statements(self):
        """(start, end, is the body of a condition) of every simple statement, its semicolon included."""
        for bracket in self.brackets:
            if bracket.kind == "block":
                yield from self._statements_in(bracket)

    PREFIX = re.compile(r"\s*(?:(?:if|for|while|switch)(?: constexpr)? (?=\()|else\b|do\b|default:|case [^;?]*?[^:]:(?!:))")

    def _statements_in(self, block):
        position = block.start + 1
        conditional = False
        while position < block.end:
            prefix = self.PREFIX.match(self.code, position, block.end)
            if prefix:
                position = prefix.end()
                if self.code[position] == "(":
                    position = self.at[position].end + 1
                    conditional = "if" in prefix.group()
                continue
            end = start = position + len(self.code[position:]) - len(self.code[position:].lstrip())
            while end < block.end and self.code[end] != ";":
                if self.code[end] in "([{":
                    inner = self.at[end]
                    end = inner.end
                    if inner.kind == "block" or (inner.kind == "declarations"):
                        break
                end += 1
            if end >= block.end:
                return
            if self.code[end] == ";":
                yield start, end + 1, conditional
            conditional = False
            position = end + 1
