"""Follows the links of all Markdown files, and fails where a path of the tree is no link.

    links.py [--fix] ROOT [FILE...]

A link inside of the tree names a file or folder that exists, and a heading of it after `#`. A path of the tree in a sentence, such as
`lib/Calculus` or `Train.md` beside Train.md, is a link; paths that a page tells its reader to create ("New file `path`:") and
names with placeholders are none. Code blocks are not read. --fix makes links of the paths that have one meaning, and
repairs links to files that were moved and kept their names.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

FENCE = re.compile(r"^```.*?^```[^\n]*$", re.M | re.S)
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)")
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PATH = re.compile(r"[\w.+-]+(?:/[\w.+-]+)*/?")
BARE = re.compile(r"(?<![\w`/.<-])(?:docs|lib|include|runtime|tools|test|examples|benchmarks|python|scripts|share|cmake)/[\w.+/-]*[\w+/-]")
NEW = re.compile(r"New\s+file\s+`([^`]+)`")


class Tree:
    """The files and folders of a tree, which `find` looks up by their last components."""

    def __init__(self, root):
        self.root = root
        listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True)
        # Without git, and where the tree is ignored by one around it, all files but those of builds.
        files = listed.stdout.splitlines() or [str(path.relative_to(root)) for path in root.rglob("*")]
        self.files = [file for file in files if not file.startswith(("build", ".git/")) and (root / file).is_file()]
        self.paths = set(self.files)
        for file in self.files:
            self.paths.update(str(parent) for parent in pathlib.PurePosixPath(file).parents)
        self.paths.discard(".")
        self.tops = {path for path in self.paths if "/" not in path}

    def find(self, text, folder):
        """The paths that `text` may mean in a page of `folder`: one beside the page, one from the root, or ones that end with it."""
        text = text.removesuffix("/")
        for candidate in (os.path.normpath(os.path.join(folder, text)), text):
            if candidate in self.paths:
                return [candidate]
        return sorted(path for path in self.paths if path.endswith("/" + text))


def make_slug(heading):
    """The anchor that renderers give a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def find_anchors(text):
    return {make_slug(line.lstrip("#")) for line in FENCE.sub("", text).splitlines() if line.startswith("#")}


def is_path(text):
    """Whether a code span is a path: several components, a folder with its slash, or a page."""
    return bool(PATH.fullmatch(text)) and ("/" in text or text.endswith(".md")) and "NAME" not in text


def hide_code(text):
    """Returns `text` of equal length without code blocks, and without brackets in code spans, which are no links."""
    hidden = FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return SPAN.sub(lambda match: re.sub(r"[\[\]()]", " ", match[0]), hidden)


def find_paths(text):
    """Yields (start, end, path) for every path outside of code blocks and links."""
    hidden = LINK.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), hide_code(text))
    spans = [match for match in SPAN.finditer(hidden)]
    yield from ((match.start(), match.end(), match[1]) for match in spans if is_path(match[1]))
    yield from ((match.start(), match.end(), match[0]) for match in BARE.finditer(SPAN.sub(lambda m: " " * len(m[0]), hidden)))


def repair_links(tree, path, text):
    """Returns `text` whose links to files that were moved lead to the only file of that name."""

    def repair(match):
        target, hash_sign, anchor = match[1].partition("#")
        folder = os.path.dirname(path)
        if re.match(r"[a-z]+:", target) or not target or (tree.root / folder / target).exists():
            return match[0]
        found = [other for other in tree.paths if other.split("/")[-1] == target.split("/")[-1]]
        if len(found) != 1:
            return match[0]
        old = os.path.normpath(os.path.join(folder, target))
        link = match[0].replace(f"({match[1]})", f"({os.path.relpath(found[0], folder or '.')}{hash_sign}{anchor})")
        return link.replace(f"`{old}`", f"`{found[0]}`")

    return LINK.sub(repair, text)


def check_links(tree, path, text):
    folder = os.path.dirname(path)
    for match in LINK.finditer(hide_code(text)):
        target, _, anchor = match[1].partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        goal = os.path.normpath(os.path.join(folder, target)) if target else path
        if not (tree.root / goal).exists():
            yield f"the link {match[1]} leads nowhere"
        elif anchor and anchor not in find_anchors((tree.root / goal).read_text()):
            yield f"the link {match[1]} names no heading of {goal}"


def link_paths(tree, path, text, errors):
    """Returns `text` with links in place of its paths; appends those that are missing or have several meanings to `errors`."""
    folder, created = os.path.dirname(path), {os.path.normpath(new) for new in NEW.findall(text)}
    parts, last = [], 0
    for start, end, name in sorted(find_paths(text)):
        found = tree.find(name, folder)
        line = text.count("\n", 0, start) + 1
        if os.path.normpath(name) in created:
            continue
        if len(found) == 1:
            errors.append(f"{path}:{line}: {name} is no link")
            shown = text[start:end]
            parts += [text[last:start], f"[{shown}]({os.path.relpath(found[0], folder or '.')})"]
            last = end
        elif found:
            errors.append(f"{path}:{line}: {name} is no link and means one of {', '.join(found)}")
        elif name.split("/")[0] in tree.tops or name.endswith(".md"):
            errors.append(f"{path}:{line}: {name} is no file or folder of the tree")
    return "".join(parts) + text[last:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("files", nargs="*", help="pages, all where none is given; DIR=FILE is read as a page of DIR")
    options = parser.parse_args()
    tree = Tree(options.root.resolve())
    pages = options.files or [file for file in tree.files if file.endswith(".md")]
    errors, links = [], 0
    for page in pages:
        folder, _, file = page.rpartition("=")
        where = pathlib.Path(file) if folder else tree.root / file
        path = os.path.join(folder, where.name) if folder else file
        text = where.read_text()
        links += len(LINK.findall(hide_code(text)))
        errors += [f"{path}: {error}" for error in check_links(tree, path, text)]
        linked = repair_links(tree, path, link_paths(tree, path, text, errors))
        if options.fix and linked != text:
            where.write_text(linked)
    if not options.fix:
        print("\n".join(errors + [f"{len(pages)} pages, {links} links, {len(errors)} errors"]))
    return bool(errors) and not options.fix


if __name__ == "__main__":
    sys.exit(main())
