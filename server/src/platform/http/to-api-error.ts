// Converts everything that is thrown to a row of the table of errors.

import { isUnavailable, isWriteRefusal } from "../database/failure.ts";
import { ApiError, type ErrorCode } from "../errors.ts";

const DATABASE_RETRY_AFTER_S = "2";

// Fastify's own refusals, in our words.
const frameworkCodes: Readonly<Record<string, { code: ErrorCode; message: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: "payload_too_large", message: "The body is larger than this operation takes." },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: "unsupported_media_type",
    message: "The Content-Type header cannot be read.",
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: "invalid_request",
    message: "The body is not as long as Content-Length says.",
  },
  FST_ERR_BAD_URL: { code: "invalid_request", message: "The path has an escape that is not valid UTF-8." },
};

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  const known = code ? frameworkCodes[code] : undefined;
  if (known) return new ApiError(known.code, known.message);
  // Checked before the database's codes, because a client that broke off its body is an ECONNRESET too.
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new ApiError("invalid_request", "The request cannot be read.");
  if (isUnavailable(error)) {
    const message = isWriteRefusal(error)
      ? "The service is read-only for a moment; send the same request again."
      : "The database is unavailable for a moment; send the same request again.";
    return new ApiError("service_unavailable", message, [], { "retry-after": DATABASE_RETRY_AFTER_S });
  }
  return new ApiError("internal_error", "Something broke on our side. It has been logged under this request id.");
}
