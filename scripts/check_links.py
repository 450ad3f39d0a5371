#!/usr/bin/env python3
"""check_links.py SITE: fails when a page of our own (not of the API reference) links to a file or an anchor that is not there."""
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    pages = {path: Page(path.read_text(errors="replace")) for path in site.glob("*.html")}
    dead = 0
    for path, page in sorted(pages.items()):
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or link.startswith("//") or path.name in ("search.html", "404.html"):
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchors = pages[target].anchors if target in pages else None
            if not target.exists() or (parts.fragment and anchors is not None and parts.fragment not in anchors):
                print(f"{path.name}: the link {link} leads nowhere")
                dead += 1
    print(f"{len(pages)} pages checked, {dead} dead links")
    return 1 if dead or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
