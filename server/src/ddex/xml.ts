// Text in XML. The writers put elements together as strings; what comes from outside passes through here.

// Besides the marks of XML: what no XML 1.0 document may contain, and a carriage return, which a reader would turn into a newline.
const unsafe = /[&<>"\p{Cs}\ufffe\uffff]|[^\P{Cc}\n\t]/gu;
// Most texts are plain ASCII, which is found out ten times as quickly.
const unusual = /[^ !#-%'-;=?-~]/;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** For the content of elements and for attributes between double quotes. A character that XML cannot carry becomes U+FFFD. */
export function escapeXml(text: string): string {
  return unusual.test(text) ? text.replaceAll(unsafe, (mark) => entities[mark] ?? "\ufffd") : text;
}

/** Nothing for null. */
export function element(name: string, text: string | number | boolean | null): string {
  if (text === null) return "";
  return `<${name}>${typeof text === "string" ? escapeXml(text) : text}</${name}>`;
}
