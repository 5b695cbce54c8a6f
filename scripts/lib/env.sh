# Sourced by the scripts: go to the repository's root and make .venv with a Python that is new enough.
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

python=
for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
  if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    python=$candidate
    break
  fi
done
if [ ! -x .venv/bin/python ]; then
  if [ -z "$python" ]; then
    echo "Keyhole needs Python 3.11 or newer; found $(python3 --version 2>&1 || echo none). Install one, or set PYTHON to it." >&2
    exit 1
  fi
  echo "making .venv"
  "$python" -m venv .venv || {
    rm -rf .venv
    echo "Could not make .venv: install Python's venv module (Debian: apt install python3-venv)." >&2
    exit 1
  }
fi
python=.venv/bin/python
