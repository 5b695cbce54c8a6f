"""What scripts/run and scripts/build do, after env.sh has made the environment."""

from __future__ import annotations

import sys

from build import BuildError, build
from serve import parser, serve
from setup import node


def main() -> int:
    command, arguments = sys.argv[1], sys.argv[2:]
    options = parser().parse_args(arguments) if command == "run" else None
    try:
        folder = build(node())
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    if options is None:
        print(f"built {folder}")
        return 0
    return serve(folder, host=options.host, port=options.port, open_browser=not options.no_open)


if __name__ == "__main__":
    sys.exit(main())
