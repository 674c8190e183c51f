"""Makes the API reference: HTML of the public headers, of docs/ and of the manual's
programs, by Doxygen.

usage: make_reference.py <source dir> <output dir> <doxygen> <version> <list of headers>

The list names headers, relative to the source dir, each after its layer ("." for
none), one per line. Pages are in <output dir>/html. What Doxygen warns of, and links that lead nowhere, are errors.
"""

import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

MANUAL = "examples/manual"
SETTINGS = """
PROJECT_NAME = Tactus
PROJECT_NUMBER = {version}
PROJECT_BRIEF = "Robots in contact, simulated to a requested accuracy"
OUTPUT_DIRECTORY = "{output}"
INPUT = "{input}"
RECURSIVE = YES
FILE_PATTERNS = *.h *.md *.dox
STRIP_FROM_PATH = "{input}"
STRIP_FROM_INC_PATH = "{input}"
EXAMPLE_PATH = "{manual}"
IMAGE_PATH = "{docs}"
USE_MDFILE_AS_MAINPAGE = "{input}/README.md"
ALIASES = "beginlayer{{1}}=@addtogroup \\1^^@{{"
EXTRACT_ALL = YES
HIDE_FRIEND_COMPOUNDS = YES
JAVADOC_AUTOBRIEF = YES
FORCE_LOCAL_INCLUDES = YES
BUILTIN_STL_SUPPORT = YES
TOC_INCLUDE_HEADINGS = 0
SORT_MEMBER_DOCS = NO
WARN_AS_ERROR = FAIL_ON_WARNINGS
WARN_IF_INCOMPLETE_DOC = NO
QUIET = YES
VERBATIM_HEADERS = NO
GENERATE_LATEX = NO
GENERATE_TREEVIEW = YES
HTML_COLORSTYLE_SAT = 40
CLASS_GRAPH = NO
HAVE_DOT = NO
"""


def escape_comments(code):
    """A header whose comments mean what they say: '<' is less, not a tag. Indented
    blocks, where Doxygen takes all as it is, stay."""
    def escape(match):
        begin, text = match.groups()
        if text.startswith(5 * " "):
            return match.group()
        return begin + re.sub(r"(?<!\\)[<#]", lambda m: "\\" + m.group(), text)

    return re.sub(r"(///<?)(.*)", escape, code)


def in_group(layer, code):
    """A header whose namespace's contents are in the group of its layer; lines stay."""
    begin = rf"\1/** @beginlayer{{{layer_id(layer)}}} */\n"
    code = re.sub(r"^(namespace tactus\b.*\n)\n", begin, code, count=1, flags=re.M)
    before, closing, after = code.rpartition("}  // namespace tactus")
    return f"{before}/** @}} */ {closing}{after}"


def slug(heading):
    """The anchor that repository browsers give a heading."""
    text = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return text.replace(" ", "-")


def page_id(path):
    """The label of a page, by the path of its source."""
    stem = re.sub(r"(/README)?(\.md|\.cpp)?$", "", str(path))
    return "page_" + re.sub(r"\W", "_", stem)


def layer_id(layer):
    return "layer_" + layer.replace("/", "_")


def with_one_title(name, blocks):
    """Text outside of code (every other block): where it has not one title, at its
    beginning, its headings are one deeper, and the name is the title."""
    titles = re.findall(r"^# .*$", "\n".join(blocks[::2]), flags=re.M)
    if len(titles) == 1 and blocks[0].startswith(titles[0]):
        return blocks
    for i in range(0, len(blocks), 2):
        blocks[i] = re.sub(r"^(#+ )", r"#\1", blocks[i], flags=re.M)
    return [f"# {name}\n\n{blocks[0]}"] + blocks[1:]


class Pages:
    """Markdown whose relative links lead to pages of the reference."""

    def __init__(self, root, headers, layers):
        self.root = root
        self.headers = set(headers)
        self.layers = layers
        self.pages = {str(path.relative_to(root)) for path in (
            root / "README.md", *(root / "docs").glob("*.md"),
            *(root / MANUAL).glob("*.md"), *(root / MANUAL).glob("*.cpp"))}

    def target(self, page, link):
        """What to refer to for a link of that page; None: not in the reference."""
        path, _, anchor = link.partition("#")
        parts = []
        for part in (pathlib.PurePath(page).parent / path).parts if path else ():
            if part == "..":
                parts.pop()
            else:
                parts.append(part)
        name = "/".join(parts) if path else page
        if f"{name}/README.md" in self.pages:
            name += "/README.md"
        if name in self.pages:
            return page_id(name) + (f"_{anchor}" if anchor else "")
        if name in self.headers:
            return f"tactus/{name}"
        for folder in (name, *map(str, pathlib.PurePath(name).parents)):
            if folder in self.layers and (self.root / name).is_dir():
                return layer_id(folder)
        if not (self.root / name).exists():
            raise ValueError(f"{page}: {link} leads nowhere")
        return None

    def relink(self, page, text):
        def replace(match):
            label, link = match.groups()
            if re.match(r"\w+:", link):
                return match.group()
            target = self.target(page, link)
            if target and link.endswith(".cpp"):  # The manual's pages are below it.
                below = pathlib.PurePath(page).parent == pathlib.PurePath(MANUAL)
                return f'@{"subpage" if below else "ref"} {target} "{label}"'
            return label if target is None else f"[{label}](@ref {target})"

        text = re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)",
                      lambda m: f"@image html {pathlib.PurePath(m[2]).name} "
                                f"\"{m[1]}\" width=100%", text)
        return re.sub(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)", replace, text)

    def convert(self, page, text):
        """The page's text: headings with anchors, links to pages."""
        blocks = with_one_title(
            pathlib.PurePath(page).stem,
            re.split(r"(^```.*?^```$)", text, flags=re.M | re.S))
        for i in range(0, len(blocks), 2):
            blocks[i] = self.relink(page, blocks[i])
            # A signal such as joint/arm::elbow is no name in C++.
            blocks[i] = re.sub(r"/(\w+::)", r"/%\1", blocks[i])
            blocks[i] = re.sub(
                r"^(##+) (.*)$",
                lambda m: f"{m[1]} {m[2]} {{#{page_id(page)}_{slug(m[2])}}}",
                blocks[i], flags=re.M)
        for i in range(1, len(blocks), 2):  # The name of a file after the language.
            blocks[i] = re.sub(r"^```(\w+)[^\n]*", r"```\1", blocks[i])
        return re.sub(r"\A# (.*)$", rf"# \1 {{#{page_id(page)}}}", "".join(blocks),
                      flags=re.M)

    def of_program(self, program):
        """A program's page: its code, whose comments explain it."""
        name = pathlib.PurePath(program).stem
        return f"# {name} {{#{page_id(program)}}}\n\n@include {name}.cpp\n"


def define_groups(layers):
    """A group for each layer, inside that of the layer around it."""
    groups = []
    for layer in layers:
        around = str(pathlib.PurePath(layer).parent)
        inside = f" @ingroup {layer_id(around)}" if around in layers else ""
        groups.append(f"/** @defgroup {layer_id(layer)} {layer}\n{inside}\n"
                      "What it is for: @ref page_docs_architecture. */\n")
    return "".join(groups)


def write_inputs(root, folder, headers):
    """The headers, by layer, and the pages as Doxygen is to see them."""
    layers = sorted(set(headers.values()) - {"."})
    pages = Pages(root, headers, layers)
    texts = {"layers.dox": define_groups(layers)}
    for header, layer in headers.items():
        code = escape_comments((root / header).read_text())
        texts[f"tactus/{header}"] = in_group(layer, code) if layer in layers else code
    for page in sorted(pages.pages):
        if page.endswith(".md"):
            texts[page] = pages.convert(page, (root / page).read_text())
        else:
            texts[f"{page[:-4]}.md"] = pages.of_program(page)
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


class Links(html.parser.HTMLParser):
    """A page's links and what it can be linked at."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src"):
                self.links.add(value)
            elif name in ("id", "name"):
                self.anchors.add(value)


def find_broken_links(folder):
    """'page: link' for each relative link to a file or anchor that is not there."""
    pages = {path.name: Links(path.read_text()) for path in folder.glob("*.html")}
    broken = []
    for name, page in sorted(pages.items()):
        for link in sorted(page.links):
            address = urllib.parse.urlparse(link)
            if address.scheme or address.netloc:
                continue
            target = urllib.parse.unquote(address.path) or name
            if not (folder / target).is_file():
                broken.append(f"{name}: {link}")
            elif address.fragment and target in pages:
                if urllib.parse.unquote(address.fragment) not in pages[target].anchors:
                    broken.append(f"{name}: {link}")
    return broken


def drop_dead_summaries(folder):
    """Doxygen links to the nested classes of a class also where all are private."""
    for path in folder.glob("*.html"):
        text = path.read_text()
        if '"nested-classes"' not in text:
            path.write_text(re.sub(
                '<a href="#nested-classes">[^<]*</a>( &#124;)?', "", text))


def make(root, output, doxygen, version, headers):
    """Makes the reference in output/html; returns what is wrong with it."""
    shutil.rmtree(output, ignore_errors=True)
    inputs = output / "input"
    write_inputs(root, inputs, headers)
    settings = output / "Doxyfile"
    settings.write_text(SETTINGS.format(
        version=version, output=output, input=inputs, manual=root / MANUAL,
        docs=root / "docs"))
    result = subprocess.run([doxygen, settings], capture_output=True, text=True,
                            cwd=output)
    said = result.stderr.replace(f"{inputs}/tactus/", "").replace(f"{inputs}/", "")
    drop_dead_summaries(output / "html")
    errors = said.strip().splitlines()
    if result.returncode and not errors:
        errors = [f"{doxygen} failed with {result.returncode}"]
    return errors + [f"leads nowhere: {link}"
                     for link in find_broken_links(output / "html")]


def read_headers(text):
    """The layer of each header."""
    return {header: layer for layer, header in map(str.split, text.splitlines())}


def main(root, output, doxygen, version, headers):
    output = pathlib.Path(output).resolve()
    errors = make(pathlib.Path(root).resolve(), output, doxygen, version,
                  read_headers(pathlib.Path(headers).read_text()))
    print("\n".join(errors) or f"{output}/html/index.html: no errors")
    return bool(errors)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
