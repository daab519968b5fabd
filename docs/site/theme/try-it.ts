// A request of the reader's own, sent from the page to the server that gave it. Only the sandbox is called. Its key stays
// in the memory of this tab: it survives a reload and is gone when the tab is closed. Any other credential, such as a
// production key or the operator's, is neither kept nor sent.

export type TryRequest = {
  method: string;
  path: string;
  parameters: { name: string; in: "path" | "query"; example: string }[];
  body: string | undefined;
};

export type TryAnswer = { status: number; request_id: string; text: string };

const STORED = "segue-sandbox-key";

export function readKey(): string {
  return sessionStorage.getItem(STORED) ?? "";
}

export function keepKey(key: string): void {
  if (isOfSandbox(key)) sessionStorage.setItem(STORED, key.trim());
  else sessionStorage.removeItem(STORED);
}

/** Why this key is not used here, or nothing. */
export function objection(key: string): string {
  if (key.trim() === "" || isOfSandbox(key)) return "";
  const what = /^\s*[a-z]{2}_live_/.test(key) ? "a production key" : "no key of the sandbox";
  return `This is ${what}. Requests from here go to the sandbox alone: use a key that begins with sk_test_.`;
}

/** An API key or an access token. The operator key begins otherwise: it opens production too, and has no place in a page. */
function isOfSandbox(key: string): boolean {
  return /^\s*(sk|at)_test_/.test(key);
}

export async function isSandbox(): Promise<boolean> {
  const answer = await fetch("/docs/environment.json");
  const { environment } = (await answer.json()) as { environment: string };
  return environment === "sandbox";
}

export async function send(
  { method, path, parameters, body }: TryRequest,
  given: { key: string; values: Record<string, string>; body: string },
): Promise<TryAnswer> {
  const query = new URLSearchParams();
  let url = path;
  for (const { name, in: place } of parameters) {
    const value = given.values[name] ?? "";
    if (place === "path") url = url.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== "") query.set(name, value);
  }
  const headers = new Headers();
  if (given.key) headers.set("authorization", `Bearer ${given.key}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  if (method === "POST" || method === "PATCH") headers.set("idempotency-key", crypto.randomUUID());
  const answer = await fetch(query.size > 0 ? `${url}?${query}` : url, {
    method,
    headers,
    ...(body !== undefined && { body: given.body }),
  });
  return {
    status: answer.status,
    request_id: answer.headers.get("x-request-id") ?? "",
    text: readable(await answer.text()),
  };
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
