#!/usr/bin/env bash
# Builds the documents as pages with search, and the API reference, into build/site. Fails when a link leads nowhere.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
source "$root/scripts/setup.sh"
for tool in mkdocs doxygen; do
  command -v "$tool" >/dev/null || die "$tool is missing: install the packages 'mkdocs' and 'doxygen', then try again"
done
pages=$build/site-pages site=$build/site
rm -rf "$pages" "$site"
mkdir -p "$pages"
cp -r "$root"/docs/. "$pages"
# The README is the first page. What it calls docs/x is beside it; headers are in the API reference; other files are not pages.
sed -E 's#\]\(docs/#](#g; s#\]\(include/[^)]*\)#](api/index.html)#g; s#\[([^]]*)\]\((LICENSE|packages\.txt|CITATION\.cff)\)#\1#g' \
  "$root/README.md" >"$pages/index.md"
for page in CONTRIBUTING CHANGELOG; do
  sed -E 's#\]\(docs/#](#g; s#\[([^]]*)\]\(packages\.txt\)#\1#g' "$root/$page.md" >"$pages/$page.md"
done
sed -i -E 's#\[([^]]*)\]\((\.\./)?(packages\.txt|LICENSE|(src|tests|scripts|bench|include|python|examples)/[^)]*)\)#\1#g; s#\]\(\.\./README\.md#](index.md#g; s#\]\(\.\./#](#g' "$pages"/*.md
say "API reference"
(cd "$root" && { cat <<END
PROJECT_NAME = remap
INPUT = include
RECURSIVE = YES
STRIP_FROM_PATH = include
OUTPUT_DIRECTORY = $build
HTML_OUTPUT = site-api
GENERATE_LATEX = NO
EXTRACT_ALL = YES
JAVADOC_AUTOBRIEF = YES
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
DISABLE_INDEX = NO
END
} | doxygen -) 2>"$build/doxygen.log" || { cat "$build/doxygen.log" >&2; die "doxygen failed"; }
cp -r "$build/site-api" "$pages/api"
say "pages"
mkdocs --quiet build --strict --config-file "$root/scripts/mkdocs.yml" --site-dir "$site"
say "links"
python3 "$root/scripts/check_links.py" "$site"
say "open $site/index.html"
