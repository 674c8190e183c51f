"""Does what a page of docs/ tells its reader to do: writes the files that it shows
and runs its commands, in the page's order, in an empty folder.

usage: run_page.py <page> <folder of the program>

A block of code that begins with ```LANGUAGE NAME is a file, one with ```sh is a
script for bash, whose every command must end with 0. Other blocks are left alone.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile


def main(page, programs):
    blocks = re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$",
                        pathlib.Path(page).read_text(), re.M | re.S)
    environment = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}")
    scripts = 0
    with tempfile.TemporaryDirectory() as folder:
        for language, name, text in blocks:
            if name:
                pathlib.Path(folder, name).write_text(text)
            elif language == "sh":
                scripts += 1
                done = subprocess.run(
                    ["bash", "-euo", "pipefail", "-c", text], cwd=folder,
                    env=environment, text=True, stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT)
                if done.returncode != 0:
                    print(f"{page}: this ends with {done.returncode}:\n{text}\n"
                          f"{done.stdout}")
                    return 1
    print(f"{scripts} scripts of {page} end as they should")
    return 0 if scripts else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
