import { expect, test } from "vitest";
import { readXml } from "../ddex/read-xml.ts";
import { composeMail } from "../mail/composing.ts";
import { type MailKind, mailKinds, notificationKinds } from "../mail/mail.ts";
import { headerText, withoutLinks } from "../mail/rendering.ts";
import { createSeal } from "../platform/seal.ts";
import { atOnce } from "../platform/yielding.ts";
import { sampleMails } from "./sample-mails.ts";

const public_url = "https://segue.example.com";
const parts = {
  vault: createSeal(Buffer.alloc(32)),
  links: { public_url },
  from: { name: "Segue", address: "segue@example.com" },
};
const samples = sampleMails(public_url);

const composed = (kind: MailKind) =>
  composeMail(parts, {
    id: "mal_1",
    kind,
    to: "ana@example.com",
    person_id: "usr_1",
    created_at: "2026-01-15T09:30:00.000Z",
    content: samples[kind],
  });

test.each(mailKinds)("%s reads as it should", async (kind) => {
  const { subject, text } = await composed(kind);
  expect(`${subject}\n\n${text.replaceAll(/#token=[\w-]{40,}/g, "#token=…")}`).toMatchSnapshot();
});

test.each(mailKinds)("%s is well-formed HTML for light and dark, with no address but ours", async (kind) => {
  const { html } = await composed(kind);
  expect(() => atOnce(readXml(Buffer.from(html.replace("<!DOCTYPE html>\n", ""))))).not.toThrow();
  expect(html).toContain("prefers-color-scheme: dark");
  expect(html).not.toMatch(/<(img|link|script|iframe|object)\b|url\(|@import/i);
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link);
  expect(links.filter((link) => !link.startsWith(`${public_url}/dashboard`))).toEqual([]);
  const rest = links.reduce((page, link) => page.replaceAll(link, ""), html);
  expect(rest).not.toMatch(/https?:\/\//);
});

test.each(mailKinds)("%s can be turned off by a link if its kind can", async (kind) => {
  const { raw, text, html } = await composed(kind);
  const is_optional = kind in notificationKinds;
  const link = `${public_url}/dashboard/unsubscribe#token=`;
  expect([text.includes(link), html.includes(link), raw.includes("List-Unsubscribe: ")]).toEqual([
    is_optional,
    is_optional,
    is_optional,
  ]);
});

test("nothing that a stranger wrote becomes a link, a tag or a header", async () => {
  expect(withoutLinks("www.example.com")).toBe("www.\u200bexample.\u200bcom");
  expect(withoutLinks("see https://evil.example/x, a@b.example, 12.50 EUR")).not.toMatch(
    /https:\/\/|evil\.example|a@b/,
  );
  expect(withoutLinks("12.50 EUR at 10:30")).toBe("12.50 EUR at 10:30");
  const { html } = await composed("rejection");
  expect(html).toContain("“Owl &lt;b&gt; &amp; www.");
  expect(headerText("A\r\nBcc: x@example.com")).toBe("A Bcc: x@example.com");
  expect([...headerText("é".repeat(500))]).toHaveLength(200);
  expect(headerText("\ud800")).toBe("\ufffd");
});
