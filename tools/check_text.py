#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What every text file of the project has to keep to.

No folder or host of somebody's machine, a licence line at the top of every source, no tabs or
blanks at line ends, links between Markdown files that lead somewhere, also to headings, and the
terms of the field (docs/guide/glossary.md) where the engine is explained.

    tools/check_text.py [FOLDER]      FOLDER is the top of a tree, by default this one
"""
import fnmatch
import os
import pathlib
import re
import subprocess
import sys

SOURCES = {".c", ".h", ".cpp", ".py", ".sh", ".cmake", ".ts", ".css"}
# third-party formats and generated data have their own rules
NOT_OURS = re.compile(r"(^|/)(package-lock\.json|.*\.(svg|png|csv|vtp|pvd))$")

# the letters in brackets keep this file from finding itself
PERSONAL = [
    (re.compile(r"(?<![\w.])/(hom[e]|roo[t]|wor[k]|User[s]|mn[t]|tm[p]|share[d])/"),
     "names a folder of one machine"),
    (re.compile(r"\.\./share[d]\b"), "names a folder outside of the project"),
    (re.compile(r"https?://(?:10|172|192)\.\d+\.\d+\.\d+"), "names a host of one network"),
    (re.compile(r"https?://[\w.-]*(?:\.(?:internal|corp|local|lan)\b|artifactor[y]|nexu[s]|mirro[r])"),
     "names a host of one network"),
    (re.compile(r"https?://(?:registr[y]|pyp[i]|de[b])\."), "names a package host"),
    (re.compile(r"\b(?:this|previous|earlier|next|my|our) sessio[n]\b", re.I),
     "speaks of how it was written"),
]
# words that explain by persons, or that the field has another term for: in comments of C files and in
# the pages about how it works. Pages about the trainer may speak of its users.
PRIVATE = {
    "nobody": "nothing, not known", "somebody": "", "someone": "", "anybody": "", "everybody": "",
    "who": "which, what", "whom": "", "whoever": "", "he": "it", "him": "it", "his": "its", "she": "it",
    "gift": "energy beyond the work done", "gifts": "energy beyond the work done", "pays": "costs, does work",
    "pay": "cost, do work", "paid": "work was done", "astray": "does not converge",
    "downhill": "line search, descent direction", "uphill": "raises the potential",
    "first guess": "predictor", "first guesses": "predictors", "(sub)step": "substep",
}
PRIVATE_WORD = re.compile(r"(?<![\w'-])(%s)(?![\w'-])" % "|".join(re.escape(w) for w in PRIVATE), re.I)
EXPLAINED = re.compile(r"docs/(theory|decisions)/[\w-]+\.md|ARCHITECTURE\.md|STYLE\.md")
C_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)

LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.S | re.M)


def ignored(top):
    """A function that tells whether .gitignore leaves out a path: as much of its language as ours has,
    that is /FOLDER/ from the top, NAME/ and *.END anywhere."""
    file = top / ".gitignore"
    patterns = [p for p in file.read_text().split("\n") if p and p[0] != "#"] if file.exists() else []

    def test(path, is_folder):
        for p in patterns:
            if p.endswith("/") and not is_folder:
                continue
            bare = p.strip("/")
            if fnmatch.fnmatchcase(path if p.startswith("/") else path.rpartition("/")[2], bare):
                return True
        return path == ".git"
    return test


def walk(top):
    """Files of a tree without git, without what building it leaves there."""
    leave_out = ignored(top)
    for folder, folders, files in os.walk(top):
        at = pathlib.Path(folder).relative_to(top)
        folders[:] = [f for f in folders if not leave_out((at / f).as_posix(), True)]
        yield from ((at / f).as_posix() for f in files if not leave_out((at / f).as_posix(), False))


def files_of(top):
    """Tracked files and those that could be; a tree without git of its own is walked."""
    try:
        if not (top / ".git").exists():
            raise OSError("no git here; a folder above may have one, which knows nothing of this tree")
        out = subprocess.run(["git", "-C", top, "ls-files", "-co", "--exclude-standard", "-z"],
                             check=True, capture_output=True).stdout.decode()
        names = [n for n in out.split("\0") if n]
    except (OSError, subprocess.CalledProcessError):
        names = list(walk(top))
    skip = ("build/", "out/", ".git/")
    return [top / n for n in sorted(set(names))
            if not n.startswith(skip) and (top / n).is_file() and not (top / n).is_symlink()]


def read_text(path):
    data = path.read_bytes()
    if b"\0" in data:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def slugs(text):
    """Anchors that a Markdown page offers."""
    found = {}
    for title in re.findall(r"^#{1,6}\s+(.*?)\s*#*$", FENCE.sub("", text), re.M):
        slug = re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", title).lower()).replace(" ", "-")
        found[slug] = found.get(slug, -1) + 1
        if found[slug]:
            found[f"{slug}-{found[slug]}"] = 0
    return set(found) | set(re.findall(r'<a (?:id|name)="([^"]+)"', text))


class Checker:
    def __init__(self, top):
        self.top = top
        self.problems = []

    def say(self, path, line, what):
        self.problems.append(f"{path.relative_to(self.top)}:{line}: {what}")

    def check_lines(self, path, text):
        for number, line in enumerate(text.split("\n"), 1):
            for pattern, why in PERSONAL:
                if (m := pattern.search(line)):
                    self.say(path, number, f'"{m.group()}" {why}')
            if line != line.rstrip() and path.suffix != ".md":
                self.say(path, number, "blanks at the end of the line")
            if "\t" in line and path.name != "Makefile":
                self.say(path, number, "a tab")
        if text and not text.endswith("\n"):
            self.say(path, text.count("\n") + 1, "no newline at the end")

    def check_licence(self, path, text):
        if path.suffix in SOURCES or path.name == "CMakeLists.txt" or text.startswith("#!"):
            if "SPDX-License-Identifier: MIT" not in "\n".join(text.split("\n")[:3]):
                self.say(path, 1, "no SPDX-License-Identifier line at the top")

    def check_links(self, path, text):
        body = FENCE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
        body = re.sub(r"`[^`\n]*`", lambda m: " " * len(m.group()), body)
        for m in LINK.finditer(body):
            line = body.count("\n", 0, m.start()) + 1
            target, _, anchor = m[1].partition("#")
            if re.match(r"[a-z][a-z0-9+.-]*:", target, re.I):
                continue
            goal = (path.parent / target).resolve() if target else path
            if not goal.exists():
                self.say(path, line, f"link to {target}, which is not there")
            elif anchor and goal.suffix == ".md" and anchor not in slugs(goal.read_text()):
                self.say(path, line, f"link to #{anchor}, no such heading in {goal.name}")

    def check_words(self, path, text):
        """Terms of the field in comments of C files and in the pages that explain the engine."""
        if path.suffix in (".c", ".h", ".cpp"):
            parts = [m for m in C_TEXT.finditer(text) if m.group().startswith("/")]
        elif EXPLAINED.fullmatch(path.relative_to(self.top).as_posix()):
            body = re.sub(r"`[^`\n]*`", lambda m: " " * len(m.group()), text)
            parts = [m for m in re.finditer(r"[^\n]+", body)]
        else:
            return
        for part in parts:
            for m in PRIVATE_WORD.finditer(part.group()):
                better = PRIVATE[m.group().lower()]
                line = text.count("\n", 0, part.start() + m.start()) + 1
                self.say(path, line, f'"{m.group()}": name the thing' + (f" ({better})" if better else ""))

    def check_index(self, index):
        """Every page of a folder is listed by the index on top of it."""
        listed = {(index.parent / t.partition("#")[0]).resolve() for t in LINK.findall(index.read_text())}
        for page in sorted(index.parent.rglob("*.md")):
            if page != index and page.resolve() not in listed:
                self.say(index, 1, f"does not list {page.relative_to(index.parent)}")

    def check(self, path):
        text = read_text(path)
        if text is None or NOT_OURS.search(path.relative_to(self.top).as_posix()):
            return
        self.check_lines(path, text)
        self.check_licence(path, text)
        self.check_words(path, text)
        if path.suffix == ".md":
            self.check_links(path, text)
        if path == self.top / "docs" / "README.md":
            self.check_index(path)


def main():
    top = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    if top.is_file():
        top = top.parent.parent
    checker = Checker(top)
    files = files_of(top)
    for path in files:
        checker.check(path)
    for problem in checker.problems:
        print(problem)
    print(f"text: {len(files)} files, {len(checker.problems)} problems")
    return 1 if checker.problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
