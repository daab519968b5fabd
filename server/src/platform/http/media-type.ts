import { ApiError } from "../errors.ts";
import { type BodyType, type FileKind, fileTypes, type Headers, type Route } from "./route.ts";

const fileKinds = Object.keys(fileTypes) as FileKind[];

export const mediaTypes = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  xml: "application/xml",
  csv: "text/csv",
  stream: "*/*",
} as const satisfies Record<BodyType, string>;

/** A compressed body does not have the type that it declares. */
export function assertPlain(headers: Headers): void {
  const encoding = headers["content-encoding"];
  if (encoding === undefined || encoding === "identity") return;
  throw new ApiError("unsupported_media_type", "Send the body without a Content-Encoding.");
}

/** For a stream that is a document: one of these types, in UTF-8. It may be compressed; its handler decompresses it. */
export function assertStreamType(headers: Headers, types: readonly string[]): void {
  const { type, isUtf8 } = readType(headers);
  if (types.includes(type) && isUtf8) return;
  throw new ApiError("unsupported_media_type", `Send it in UTF-8, with \`Content-Type: ${types.join("` or `")}\`.`);
}

const nouns = { json: "JSON", form: "a form", xml: "XML", csv: "CSV" } as const;

/** A body must be UTF-8, of the route's type, and not compressed. An empty body is not checked. */
export function assertMediaType(headers: Headers, body: Buffer | undefined, takes: keyof typeof nouns): void {
  if (!body?.length) return;
  assertPlain(headers);
  const { type, isUtf8 } = readType(headers);
  if ((type === mediaTypes[takes] || (takes === "xml" && type === "text/xml")) && isUtf8) return;
  const noun = nouns[takes];
  throw new ApiError("unsupported_media_type", `Send ${noun} in UTF-8, with \`Content-Type: ${mediaTypes[takes]}\`.`);
}

/** The same for the body of a route that takes no stream. */
export function assertBodyType(
  { headers, body }: { headers: Headers; body: Buffer | undefined },
  takes: BodyType = "json",
) {
  if (takes !== "stream") assertMediaType(headers, body, takes);
}

function readType(headers: Headers): { type: string; isUtf8: boolean } {
  const [type = "", ...parameters] = String(headers["content-type"] ?? "")
    .split(";")
    .map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  return { type, isUtf8: charset === undefined || charset === "utf-8" || charset === "utf8" };
}

/** The kind of file that `Accept` names, without JSON beside it. A client that accepts anything gets JSON. */
export function askedFile(route: Pick<Route, FileKind>, headers: Headers): FileKind | undefined {
  const accepted = String(headers.accept ?? "").toLowerCase();
  if (accepted.includes("application/json")) return undefined;
  return fileKinds.find((kind) => route[kind] && accepted.includes(fileTypes[kind]));
}
