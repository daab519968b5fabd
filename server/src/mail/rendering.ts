// A mail as text and as HTML. Names, titles and reasons are strangers' text: they are escaped, and nothing in them becomes a link.

import type { MailContent } from "./mail.ts";

export type RenderedMail = { subject: string; text: string; html: string };

/** Letters that people do not see, and those that turn the direction of the text. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** One line, without control characters. */
export function plainLine(text: string): string {
  return text.toWellFormed().replaceAll(hidden, " ").replaceAll(/ {2,}/g, " ").trim();
}

const MAX_SUBJECT_LENGTH = 200;

/** For a header: nothing in it can begin another one. */
export function headerText(text: string): string {
  const letters = [...plainLine(text)];
  if (letters.length <= MAX_SUBJECT_LENGTH) return letters.join("");
  return `${letters.slice(0, MAX_SUBJECT_LENGTH - 1).join("")}…`;
}

// Programs that show mail make links of `www.example.com` and `a@b.c` by themselves. A space of no width inside prevents it.
const SPACE_OF_NO_WIDTH = "\u200b";
const joints = /(?<=[\p{L}\p{N}])[.:@](?=[\p{L}/])/gu;

export function withoutLinks(text: string): string {
  return plainLine(text).replaceAll(joints, (joint) => joint + SPACE_OF_NO_WIDTH);
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);
}

type Frame = {
  /** Turns this kind of mail off. Undefined: it cannot be turned off. */
  unsubscribe_url: string | undefined;
  public_url: string;
};

export function renderMail(content: MailContent, frame: Frame): RenderedMail {
  const safe = {
    ...content,
    paragraphs: content.paragraphs.map(withoutLinks),
    list: (content.list ?? []).map(withoutLinks),
  };
  return { subject: headerText(content.subject), text: textOf(safe, frame), html: htmlOf(safe, frame) };
}

type SafeContent = MailContent & { list: readonly string[] };

function textOf({ paragraphs, list, action }: SafeContent, { unsubscribe_url, public_url }: Frame): string {
  const parts = [
    ...paragraphs,
    ...(list.length > 0 ? [list.map((line) => `- ${line}`).join("\n")] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ["-- ", `Segue, ${public_url}`, ...(unsubscribe_url ? ["Turn off mails of this kind:", unsubscribe_url] : [])].join(
      "\n",
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// Inline styles are for light; programs that know the dark scheme take the sheet's, which needs !important to win.
const sheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #141517 !important; }
  .card { background: #1f2124 !important; border-color: #34373c !important; }
  .text, .mark { color: #e6e7e9 !important; }
  .faint, .faint a { color: #9aa0a8 !important; }
  .line { border-color: #34373c !important; }
  .button { background: #e6e7e9 !important; color: #141517 !important; }
}
@media (max-width: 600px) { .card { padding: 24px 20px !important; } }`;

function htmlOf({ subject, paragraphs, list, action }: SafeContent, frame: Frame): string {
  const text = `margin:0 0 16px;font-size:16px;line-height:1.5;color:#1a1b1e`;
  const body = [
    ...paragraphs.map((line) => `<p class="text" style="${text}">${escapeHtml(line)}</p>`),
    ...(list.length > 0 ? [listOf(list)] : []),
    ...(action ? [buttonOf(action)] : []),
  ];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="supported-color-schemes" content="light dark" />
<title>${escapeHtml(headerText(subject))}</title>
<style>${sheet}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f5f6;${font}">
<div class="page" style="padding:32px 12px;background:#f4f5f6">
<div style="max-width:560px;margin:0 auto">
<p class="mark" style="margin:0 0 16px 4px;font-size:18px;font-weight:700;letter-spacing:-0.01em;color:#1a1b1e">Segue</p>
<div class="card" style="padding:32px;background:#ffffff;border:1px solid #e3e5e8;border-radius:12px">
${body.join("\n")}
</div>
${footerOf(frame)}
</div>
</div>
</body>
</html>
`;
}

function listOf(list: readonly string[]): string {
  const style = "padding:10px 0;border-top:1px solid #e3e5e8;font-size:15px;line-height:1.45;color:#1a1b1e";
  const rows = list.map((line) => `<li class="text line" style="${style}">${escapeHtml(line)}</li>`);
  return `<ul style="list-style:none;margin:0 0 24px;padding:0">\n${rows.join("\n")}\n</ul>`;
}

function buttonOf({ label, url }: NonNullable<MailContent["action"]>): string {
  const style =
    "display:inline-block;padding:12px 20px;border-radius:8px;background:#1a1b1e;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none";
  return `<p style="margin:8px 0 0"><a class="button" href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>`;
}

function footerOf({ unsubscribe_url, public_url }: Frame): string {
  const style = "margin:16px 4px 0;font-size:13px;line-height:1.5;color:#6b7078";
  const link = (url: string, label: string) =>
    `<a href="${escapeHtml(url)}" style="color:#6b7078">${escapeHtml(label)}</a>`;
  const off = unsubscribe_url ? ` · ${link(unsubscribe_url, "Turn off mails of this kind")}` : "";
  return `<p class="faint" style="${style}">${link(`${public_url}/dashboard`, "Open Segue")}${off}</p>`;
}
