// Pages that the identity provider's sign-in ends with. They have no script, nothing from elsewhere, and both colours.

import type { Answer } from "../platform/http/route.ts";
import { HTML } from "../platform/http/sites/built-site.ts";
import { type SignInRefusal, signInRefusals } from "./sign-in-refusal.ts";

const RETRY_AFTER_S = 30;

const headers = {
  "content-type": HTML,
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // The address of the callback holds the code.
  "referrer-policy": "no-referrer",
};

/** Goes on to the dashboard by itself. A redirect would not do: the browser would leave the session's strict cookie behind. */
export function signedInPage(cookies: string[]): Answer {
  const payload = pageOf({
    title: "You are signed in",
    text: "The dashboard opens by itself.",
    link: { href: "/dashboard", label: "Open the dashboard" },
    head: '<meta http-equiv="refresh" content="0; url=/dashboard">',
  });
  return { status: 200, headers: { ...headers, "set-cookie": cookies }, payload };
}

export function refusedPage(reason: SignInRefusal, cookies: string[] = []): Answer {
  const { status, title, text } = signInRefusals[reason];
  const isLater = status === 503 || status === 429;
  const payload = pageOf({ title, text, link: { href: "/dashboard", label: "Back to the sign-in page" }, head: "" });
  return {
    status,
    headers: {
      ...headers,
      ...(cookies.length > 0 && { "set-cookie": cookies }),
      ...(isLater && { "retry-after": String(RETRY_AFTER_S) }),
    },
    payload,
  };
}

type Page = { title: string; text: string; link: { href: string; label: string }; head: string };

/** All texts are our own: none needs to be escaped. */
function pageOf({ title, text, link, head }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Segue</title>
<link rel="icon" href="data:,">
${head}
<style>
:root { color-scheme: light dark; --back: #f7f7f8; --card: #fff; --text: #1b1b1f; --dim: #55555f; --line: #dddde3; --link: #3a3fc4; }
@media (prefers-color-scheme: dark) { :root { --back: #141417; --card: #1d1d22; --text: #f0f0f3; --dim: #b0b0bb; --line: #34343c; --link: #a5a9ff; } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 30rem; margin: 16px; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 12px; font-size: 1.375rem; line-height: 1.3; }
p { margin: 0 0 20px; color: var(--dim); }
a { color: var(--link); font-weight: 600; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<a href="${link.href}">${link.label}</a>
</main>
</body>
</html>
`;
}
