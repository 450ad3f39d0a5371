// A parser of the DOT language by recursive descent, from its published grammar: one token of lookahead, linear in the
// text. By hand because graphviz' own reader reports no columns, prints to the terminal and is not made for hostile
// input. Defaults (`node [...]`) apply to what is created after them, up to the end of the braces they stand in. Ports
// are read and ignored. Edges between groups of nodes are refused: a transition has one source and one target.
#include "formats/machines/dot_syntax.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "formats/text/text_cursor.hpp"

namespace remap {
namespace {

constexpr std::size_t max_depth = 100;

enum class Kind : std::uint8_t { end, id, symbol, arrow };

struct Token {
  Kind kind = Kind::end;
  bool keyword = false;  // an id that is not quoted, so that it may be a keyword
  bool html = false;
  std::string text;
  TextPosition position;
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_id(char c) {
  return (lower(c) >= 'a' && lower(c) <= 'z') || c == '_' || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : cursor_(text) {}

  Token next() {
    skip_blanks();
    Token token;
    token.position = cursor_.position();
    if (cursor_.at_end()) return token;
    const char c = cursor_.peek();
    if (c == '-' && (cursor_.peek(1) == '>' || cursor_.peek(1) == '-')) {
      if (cursor_.peek(1) == '-') cursor_.fail_expecting("a directed edge '->'");
      cursor_.skip(2);
      token.kind = Kind::arrow;
      token.text = "->";
    } else if (std::string_view("{}[]=;,:").find(c) != std::string_view::npos) {
      token.kind = Kind::symbol;
      token.text = std::string(1, cursor_.take());
    } else {
      token.kind = Kind::id;
      read_id(token);
    }
    return token;
  }

 private:
  void skip_blanks() {
    while (true) {
      const char c = cursor_.peek();
      if (c == ' ' || (c >= '\t' && c <= '\r')) {
        cursor_.take();
      } else if (c == '#' || cursor_.looking_at("//")) {
        while (!cursor_.at_end() && cursor_.peek() != '\n') cursor_.take();
      } else if (cursor_.looking_at("/*")) {
        const TextPosition start = cursor_.position();
        cursor_.skip(2);
        while (!cursor_.looking_at("*/")) {
          if (cursor_.at_end()) throw ParseError("this comment is not closed, expected */", start);
          cursor_.take();
        }
        cursor_.skip(2);
      } else {
        return;
      }
    }
  }

  void read_id(Token& token) {
    const char c = cursor_.peek();
    const std::size_t begin = cursor_.offset();
    if (c == '"') {
      quoted(token.text);
      for (skip_blanks(); cursor_.peek() == '+'; skip_blanks()) {
        cursor_.take();
        skip_blanks();
        if (cursor_.peek() != '"') cursor_.fail_expecting("a quoted string after '+'");
        quoted(token.text);
      }
      return;
    }
    if (c == '<') {
      token.html = true;
      return html(token.text);
    }
    if (starts_id(c)) {
      while (starts_id(cursor_.peek()) || is_digit(cursor_.peek())) cursor_.take();
      token.keyword = true;
    } else if (is_digit(c) || c == '.' || c == '-') {
      if (c == '-') cursor_.take();
      std::size_t digits = 0;
      for (; is_digit(cursor_.peek()); ++digits) cursor_.take();
      if (cursor_.peek() == '.') cursor_.take();
      for (; is_digit(cursor_.peek()); ++digits) cursor_.take();
      if (digits == 0) throw ParseError("expected a number", token.position);
    } else {
      cursor_.fail_expecting("a name, a number or a quoted string");
    }
    token.text = cursor_.since(begin);
  }

  void quoted(std::string& text) {
    const TextPosition start = cursor_.position();
    cursor_.take();
    while (cursor_.peek() != '"') {
      if (cursor_.at_end()) throw ParseError("this quoted string is not closed", start);
      if (cursor_.looking_at("\\\"")) {
        cursor_.take();
      } else if (cursor_.looking_at("\\\n")) {
        cursor_.skip(2);
        continue;
      } else if (cursor_.looking_at("\\\\")) {
        text += cursor_.take();
      }
      text += cursor_.take();
    }
    cursor_.take();
  }

  void html(std::string& text) {
    const TextPosition start = cursor_.position();
    const std::size_t begin = cursor_.offset();
    std::size_t depth = 0;
    do {
      if (cursor_.at_end()) throw ParseError("this HTML string is not closed, expected '>'", start);
      const char c = cursor_.take();
      if (c == '<') ++depth;
      if (c == '>') --depth;
    } while (depth > 0);
    text = cursor_.since(begin);
  }

  TextCursor cursor_;
};

struct Defaults {
  DotAttributes node, edge;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : tokenizer_(text) { advance(); }

  DotGraph parse() {
    accept_keyword("strict");
    if (!accept_keyword("digraph")) fail("'digraph'");
    if (token_.kind == Kind::id) advance();
    expect('{');
    statements(Defaults{}, 0);
    if (token_.kind != Kind::end) fail("the end of the file after the graph");
    return std::move(graph_);
  }

 private:
  void advance() { token_ = tokenizer_.next(); }
  [[nodiscard]] bool at(char symbol) const { return token_.kind == Kind::symbol && token_.text[0] == symbol; }
  bool accept(char symbol) {
    if (!at(symbol)) return false;
    advance();
    return true;
  }
  [[nodiscard]] bool at_keyword(std::string_view word) const {
    if (!token_.keyword || token_.text.size() != word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (lower(token_.text[i]) != word[i]) return false;
    }
    return true;
  }
  bool accept_keyword(std::string_view word) {
    if (!at_keyword(word)) return false;
    advance();
    return true;
  }
  void expect(char symbol) {
    if (!accept(symbol)) fail(fmt::format("'{}'", symbol));
  }
  Token expect_id(const std::string& what) {
    if (token_.kind != Kind::id) fail(what);
    Token token = std::move(token_);
    advance();
    return token;
  }
  [[noreturn]] void fail(const std::string& expected) const {
    constexpr std::size_t shown = 40;
    const std::string found = token_.kind == Kind::end      ? "the end of the file"
                              : token_.text.size() <= shown ? fmt::format("'{}'", token_.text)
                                                            : fmt::format("'{}…'", token_.text.substr(0, shown));
    throw ParseError(fmt::format("expected {}, found {}", expected, found), token_.position);
  }

  // Up to and including the closing brace. `defaults` is a copy: what braces set ends with them.
  void statements(Defaults defaults, std::size_t depth) {
    while (!accept('}')) {
      if (accept(';')) continue;
      if (accept_keyword("node")) {
        attribute_lists(defaults.node);
      } else if (accept_keyword("edge")) {
        attribute_lists(defaults.edge);
      } else if (accept_keyword("graph")) {
        graph_attributes(depth);
      } else if (at_keyword("subgraph") || at('{')) {
        subgraph(defaults, depth + 1);
      } else {
        node_or_edges(defaults, depth);
      }
    }
  }

  void subgraph(const Defaults& defaults, std::size_t depth) {
    if (depth > max_depth) throw ParseError("braces are nested too deeply", token_.position);
    if (accept_keyword("subgraph") && token_.kind == Kind::id) advance();
    expect('{');
    statements(defaults, depth);
    if (token_.kind == Kind::arrow) {
      throw ParseError("an edge from a group of states, expected a transition with one source and one target",
                       token_.position);
    }
  }

  void node_or_edges(const Defaults& defaults, std::size_t depth) {
    Token id = expect_id("a state, a transition or '}'");
    if (accept('=')) {
      Token value = expect_id("a value after '='");
      if (depth == 0) graph_.attributes[id.text] = {std::move(value.text), value.position, value.html};
      return;
    }
    port();
    const std::size_t first = node(id, defaults.node);
    if (token_.kind != Kind::arrow) return attribute_lists(graph_.nodes[first].attributes);
    DotEdge edge{first, first, id.position, defaults.edge};
    const std::size_t begin = graph_.edges.size();
    while (token_.kind == Kind::arrow) {
      advance();
      if (at('{') || at_keyword("subgraph")) fail("one state after '->': a transition has one source and one target");
      const Token target = expect_id("a state after '->'");
      port();
      edge.from = edge.to;
      edge.to = node(target, defaults.node);
      graph_.edges.push_back(edge);
    }
    DotAttributes attributes = defaults.edge;
    attribute_lists(attributes);
    for (std::size_t i = begin; i < graph_.edges.size(); ++i) graph_.edges[i].attributes = attributes;
  }

  std::size_t node(const Token& id, const DotAttributes& defaults) {
    const auto [found, is_new] = node_of_.try_emplace(id.text, graph_.nodes.size());
    if (is_new) graph_.nodes.push_back({id.text, id.position, defaults});
    return found->second;
  }

  void port() {
    for (int parts = 0; parts < 2 && accept(':'); ++parts) expect_id("a port after ':'");
  }

  // Calls use(name, value) for each attribute of the lists in brackets that stand here.
  template <class Use>
  void each_attribute(Use use) {
    while (accept('[')) {
      while (!accept(']')) {
        const Token name = expect_id("an attribute or ']'");
        expect('=');
        Token value = expect_id("a value after '='");
        use(name.text, DotValue{std::move(value.text), value.position, value.html});
        if (!accept(',')) accept(';');
      }
    }
  }
  void attribute_lists(DotAttributes& attributes) {
    each_attribute([&](const std::string& name, DotValue value) {
      if (name == "label") {
        attributes.label = std::move(value);
      } else if (name == "shape") {
        attributes.shape = std::move(value);
      } else if (name == "peripheries") {
        attributes.peripheries = std::move(value);
      }
    });
  }
  void graph_attributes(std::size_t depth) {
    each_attribute([&](const std::string& name, DotValue value) {
      if (depth == 0) graph_.attributes[name] = std::move(value);
    });
  }

  Tokenizer tokenizer_;
  Token token_;
  DotGraph graph_;
  std::unordered_map<std::string, std::size_t> node_of_;
};

}  // namespace

DotGraph parse_dot_graph(std::string_view text) { return Parser(text).parse(); }

}  // namespace remap
