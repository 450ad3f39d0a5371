#include "experiments/report/report.hpp"

#include <fmt/format.h>

#include "formats/text/text_file.hpp"
#include "logic/letters/shown.hpp"

namespace remap::experiments {

namespace {

constexpr const char* page_style = R"css(
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; color: #1a1a1a; background: #fff; max-width: 70rem; margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.8rem; margin-bottom: .3rem; } h2 { margin-top: 3rem; border-bottom: 2px solid #ddd; padding-bottom: .2rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem; } caption { text-align: left; font-weight: 600; padding-bottom: .3rem; }
th, td { text-align: left; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid #e3e3e3; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide th { vertical-align: bottom; } .wide th.n { white-space: normal; max-width: 8rem; }
.claims td { padding: .5rem 1rem .5rem 0; } .claims td:first-child { width: 36%; }
.verdict { white-space: nowrap; font-weight: 700; } .agrees { color: #00664b; } .differs { color: #a33c00; } .open { color: #555; }
.figures { display: flex; flex-wrap: wrap; gap: 1.5rem; margin: 1rem 0; }
figure { margin: 0; max-width: 100%; } figure svg { width: 100%; height: auto; display: block; }
figcaption { font-size: .85rem; color: #333; padding-top: .3rem; }
.rule { color: #555; font-size: .85rem; padding-top: .2rem; }
summary { cursor: pointer; font-weight: 600; } .wide { overflow-x: auto; } code { font-size: .9em; }
@media print { figure { break-inside: avoid; } h2 { break-after: avoid; } }
)css";

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

/// Without the XML head, and with names of its own: all figures share one page.
std::string inline_svg(std::string svg, const std::string& name) {
  const std::size_t start = svg.find("<svg");
  if (start != std::string::npos) svg.erase(0, start);
  if (name.empty()) return svg;
  if (const std::size_t a = svg.find("<title>"), b = svg.find("</title>"); a < b && b != std::string::npos) {
    svg.replace(a + 7, b - a - 7, markup(name));
  }
  for (const char* quote : {"'", "\""}) {
    replace_all(svg, fmt::format("id={}gp", quote), fmt::format("id={}{}-gp", quote, name));
    replace_all(svg, fmt::format("href={}#gp", quote), fmt::format("href={}#{}-gp", quote, name));
  }
  replace_all(svg, "url(#gp", fmt::format("url(#{}-gp", name));
  return svg;
}

bool numeric(const std::string& text) {
  return !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '-' || text[0] == '+');
}

std::string figure_caption(const Figure& figure) {
  return figure.paper.empty() ? figure.caption
                              : fmt::format("{} (Figure {} of the paper)", figure.caption, figure.paper);
}

std::string table_html(const ReportTable& table) {
  std::string html = fmt::format("<div class=\"wide\"><table><caption>{}</caption><tr>", markup(table.caption));
  const auto cell_class = [&](std::size_t column) {
    for (const auto& row : table.rows) {
      if (column < row.size() && !row[column].empty()) return numeric(row[column]) ? " class=\"n\"" : "";
    }
    return "";
  };
  for (std::size_t c = 0; c < table.header.size(); ++c) {
    html += fmt::format("<th{}>{}</th>", cell_class(c), markup(table.header[c]));
  }
  html += "</tr>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) html += fmt::format("<td{}>{}</td>", cell_class(c), markup(row[c]));
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

std::string claims_html(const std::vector<Claim>& claims) {
  if (claims.empty()) return "";
  std::string html = "<table class=\"claims\"><tr><th>The paper says</th><th>Measured here</th><th></th></tr>\n";
  for (const Claim& claim : claims) {
    const auto [name, word] = claim.verdict == Verdict::agrees    ? std::pair("agrees", "agrees")
                              : claim.verdict == Verdict::differs ? std::pair("differs", "differs")
                                                                  : std::pair("open", "cannot tell");
    const std::string rule =
        claim.rule.empty() ? "" : fmt::format("<div class=\"rule\">Agrees when {}.</div>", markup(claim.rule));
    html += fmt::format("<tr><td>{}</td><td>{}{}</td><td class=\"verdict {}\">{}</td></tr>\n", markup(claim.claim),
                        markup(claim.measured), rule, name, word);
  }
  return html + "</table>\n";
}

struct Tally {
  std::size_t agrees = 0, differs = 0, open = 0;
};

Tally tally_of(const std::vector<Claim>& claims) {
  Tally tally;
  for (const Claim& claim : claims) {
    ++(claim.verdict == Verdict::agrees    ? tally.agrees
       : claim.verdict == Verdict::differs ? tally.differs
                                           : tally.open);
  }
  return tally;
}

std::string tally_text(const Tally& tally) {
  return fmt::format("{} agree, {} differ, {} are undecided", tally.agrees, tally.differs, tally.open);
}

/// How many claims hold, in all and by section, with links.
std::string summary_html(const std::vector<Section>& sections) {
  Tally all;
  std::string list;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const Tally tally = tally_of(sections[i].claims);
    all = {all.agrees + tally.agrees, all.differs + tally.differs, all.open + tally.open};
    list += fmt::format("<li><a href=\"#section-{}\">{}</a>{}</li>\n", i + 1, markup(sections[i].title),
                        sections[i].claims.empty() ? "" : ": " + tally_text(tally));
  }
  const std::size_t count = all.agrees + all.differs + all.open;
  std::string html = "<h2>Summary</h2>\n";
  if (count > 0) html += fmt::format("<p><strong>Of {} claims {}.</strong></p>\n", count, tally_text(all));
  return html + "<ol>\n" + list + "</ol>\n";
}

}  // namespace

void write_report(const std::filesystem::path& folder, const ReportHead& head, const std::vector<Section>& sections) {
  const std::filesystem::path figures = folder / "figures";
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>{0}</title><style>{1}</style></head>\n<body><h1>{0}</h1>\n<table>\n",
      markup(head.title), page_style);
  for (const auto& [name, value] : head.settings) {
    html += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", markup(name), markup(value));
  }
  html += "</table>\n" + summary_html(sections);
  const auto figures_html = [&](const std::vector<Figure>& list) {
    html += "<div class=\"figures\">\n";
    for (const Figure& figure : list) {
      html +=
          fmt::format("<figure style=\"width:{:.0f}px\">{}<figcaption>{}</figcaption></figure>\n", figure.width * 120,
                      inline_svg(draw_figure(figures, figure), figure.name), markup(figure_caption(figure)));
    }
    html += "</div>\n";
  };
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const Section& section = sections[i];
    html += fmt::format("<h2 id=\"section-{}\">{}</h2>\n<p>{}</p>\n{}", i + 1, markup(section.title),
                        markup(section.text), claims_html(section.claims));
    for (const Picture& picture : section.pictures) {
      html += fmt::format("<figure style=\"width:{:.0f}px\">{}<figcaption>{}</figcaption></figure>\n",
                          picture.width * 120, inline_svg(picture.svg, ""), markup(picture.caption));
    }
    if (!section.figures.empty()) figures_html(section.figures);
    for (const ReportTable& table : section.tables) html += table_html(table);
    if (!section.more_figures.empty()) {
      html += fmt::format("<details><summary>{} more figures</summary>\n", section.more_figures.size());
      figures_html(section.more_figures);
      html += "</details>\n";
    }
  }
  html += "</body></html>\n";
  write_text_file(folder / "report.html", html);
}

}  // namespace remap::experiments
