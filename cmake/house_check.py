"""What the checks of the house rules have in common: how each reports."""

import pathlib


def run(check, root, rules, summary):
    """Prints the errors of check(root, rules), which gives (errors, count), or else
    `summary` with the count. True: there are errors."""
    errors, count = check(pathlib.Path(root), rules)
    print("\n".join(errors) or summary.format(count))
    return bool(errors)
