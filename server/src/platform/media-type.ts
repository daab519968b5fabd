import { ApiError } from "./errors.ts";
import type { BodyType } from "./route.ts";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export const mediaTypes = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
} as const satisfies Record<BodyType, string>;

/** A body is in UTF-8, of the one type that the route takes, and not compressed; where there is none, nothing is asked. */
export function assertMediaType(headers: Headers, body: Buffer | undefined, takes: BodyType): void {
  if (!body?.length) return;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new ApiError("unsupported_media_type", "Send the body without a Content-Encoding.");
  }
  const [type = "", ...parameters] = String(headers["content-type"] ?? "")
    .split(";")
    .map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  const isUtf8 = charset === undefined || charset === "utf-8" || charset === "utf8";
  if (type === mediaTypes[takes] && isUtf8) return;
  const noun = takes === "json" ? "JSON" : "a form";
  throw new ApiError("unsupported_media_type", `Send ${noun} in UTF-8, with \`Content-Type: ${mediaTypes[takes]}\`.`);
}
