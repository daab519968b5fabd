// The colors of code as a theme of variables. One pass colors a sample for day and night, and both pass the contrast that
// readers need; theme/site.css has the values.

const scopes: Record<string, string[]> = {
  comment: ["comment", "punctuation.definition.comment"],
  string: ["string", "punctuation.definition.string", "markup.inline.raw"],
  number: ["constant.numeric", "constant.language", "support.constant"],
  keyword: ["keyword", "storage", "storage.type", "keyword.control", "variable.language"],
  name: ["entity.name.function", "support.function", "entity.name.type", "entity.name.tag", "entity.name.command"],
  property: [
    "support.type.property-name",
    "meta.object-literal.key",
    "entity.other.attribute-name",
    "variable.other.property",
  ],
};

export const codeTheme = {
  name: "segue",
  type: "light",
  bg: "var(--vp-code-block-bg)",
  fg: "var(--code-text)",
  settings: [
    { settings: { background: "var(--vp-code-block-bg)", foreground: "var(--code-text)" } },
    ...Object.entries(scopes).map(([name, scope]) => ({ scope, settings: { foreground: `var(--code-${name})` } })),
  ],
};
