import { ApiError } from "../../errors.ts";

export type Form = Readonly<Record<string, string>>;

/** Parses `a=1&b=2` into fields, or throws a 400. As in OAuth, an empty value counts as absent, and no field may repeat. */
export function parseForm(bytes: Buffer | undefined): Form {
  const fields = new Map<string, string>();
  for (const pair of (bytes ?? Buffer.alloc(0)).toString("latin1").split("&")) {
    const cut = pair.includes("=") ? pair.indexOf("=") : pair.length;
    const [name, value] = [decodeFormText(pair.slice(0, cut)), decodeFormText(pair.slice(cut + 1))];
    if (fields.has(name))
      throw new ApiError("invalid_request", `The form field \`${name.slice(0, 100)}\` is given twice.`);
    if (value !== "") fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/** `text` is read as latin1, so that each byte is one character and a byte beyond ASCII can be escaped like any other. */
export function decodeFormText(text: string): string {
  const escaped = text.replaceAll("+", " ").replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  try {
    return decodeURIComponent(escaped);
  } catch {
    throw new ApiError("invalid_request", "The form has an escape that is not valid UTF-8.");
  }
}
