// Every failure that a client can see is a row here. Any other error is a bug and is answered as `internal_error`.

export const errorTable = {
  invalid_request: {
    status: 400,
    meaning: "The request cannot be read: its syntax, a header or a query parameter is wrong.",
  },
  invalid_cursor: { status: 400, meaning: "The cursor was changed, or belongs to another list." },
  invalid_idempotency_key: { status: 400, meaning: "The Idempotency-Key is not a UUID v4." },
  authentication_required: { status: 401, meaning: "The request carries no credential." },
  invalid_credentials: {
    status: 401,
    meaning: "The credential is unknown, expired, revoked or of the other environment.",
  },
  insufficient_scope: { status: 403, meaning: "The credential does not have the scope that this operation needs." },
  tier_not_eligible: { status: 403, meaning: "The organization's tier does not include this operation." },
  not_found: { status: 404, meaning: "There is no such resource, or it is not yours." },
  method_not_allowed: { status: 405, meaning: "The path exists, but not with this method; see the Allow header." },
  duplicate_submission: {
    status: 409,
    meaning: "The organization has already submitted this UPC, label and release date.",
  },
  asset_not_ready: { status: 409, meaning: "A referenced audio or artwork asset is not ready." },
  invalid_state: { status: 409, meaning: "This is not allowed in the present state." },
  idempotency_in_progress: { status: 409, meaning: "The first request with this Idempotency-Key is still running." },
  upc_pool_exhausted: { status: 409, meaning: "The organization's UPC ranges are used up." },
  payload_too_large: { status: 413, meaning: "The body is larger than this operation takes." },
  unsupported_media_type: {
    status: 415,
    meaning: "The Content-Type, charset or Content-Encoding is not one this operation takes.",
  },
  missing_required_field: { status: 422, meaning: "Required fields are absent; details lists every one." },
  unknown_field: { status: 422, meaning: "The body has fields that this operation does not know." },
  invalid_isrc_format: { status: 422, meaning: "An ISRC is not of the form CC-XXX-YY-NNNNN." },
  territory_not_supported: {
    status: 422,
    meaning: "A territory is not supported by the network or not licensed to the organization.",
  },
  idempotency_key_reused: { status: 422, meaning: "The Idempotency-Key was used for a different request." },
  feature_sunset: { status: 422, meaning: "A deprecated feature has passed its sunset date." },
  webhook_url_not_allowed: { status: 422, meaning: "Webhooks may not be sent to this address." },
  validation_failed: { status: 422, meaning: "A field breaks a rule; details says which." },
  rate_limit_exceeded: { status: 429, meaning: "Too many requests; wait the seconds in Retry-After." },
  internal_error: { status: 500, meaning: "A fault of ours. It has been logged under the request_id." },
  service_unavailable: {
    status: 503,
    meaning: "A part of the service is unavailable for a moment; retry after the seconds in Retry-After.",
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errorTable;

export type Detail = { field: string; issue: string };

/** Why the service does not start, in one sentence for the operator. */
export class StartRefused extends Error {
  // The commands are a build of their own, so they know this error by its name.
  override name = "StartRefused";
}

export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: readonly Detail[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** One thing wrong with a request, before it is known what else is. */
export type Issue = Detail & { code: ErrorCode };

/** The one way to report an issue. An empty `field` is the value that a rule checks, or the whole body. */
export function problem(field: string, issue: string, code: ErrorCode = "validation_failed"): Issue {
  return { field, issue, code };
}

const MAX_DETAILS = 100;

// Several problems share one reply: its code is the first of these that applies.
const precedence: readonly ErrorCode[] = [
  "missing_required_field",
  "unknown_field",
  "invalid_isrc_format",
  "territory_not_supported",
  "validation_failed",
];

export function validationError(issues: readonly Issue[]): ApiError {
  const found = new Findings();
  for (const { code, field, issue } of issues) found.add(code, () => ({ field, issue }));
  return found.toError();
}

/**
 * Collects the problems of one request. All are counted, but only as many are kept as a reply shows, because a body may
 * have a hundred thousand.
 */
export class Findings {
  count = 0;
  // Kept by rank, so that the problem that gives the reply its code and sentence is always among the details.
  readonly #kept: Issue[][] = Array.from({ length: precedence.length + 1 }, () => []);

  add(code: ErrorCode, describe: () => Detail): void {
    this.count++;
    const kept = this.#kept[rank(code)];
    if (kept && kept.length < MAX_DETAILS) kept.push({ ...describe(), code });
  }

  toError(): ApiError {
    return errorInOrder(this.#kept.flat(), this.count);
  }

  throwIfAny(): void {
    if (this.count > 0) throw this.toError();
  }
}

/** For problems whose own order decides: the first gives the reply its code. */
export function errorInOrder(issues: readonly Issue[], count = issues.length): ApiError {
  const details = issues.slice(0, MAX_DETAILS).map(({ field, issue }) => ({ field, issue }));
  return new ApiError(issues[0]?.code ?? "validation_failed", summarize(issues[0], count), details);
}

function rank(code: ErrorCode): number {
  const place = precedence.indexOf(code);
  return place < 0 ? precedence.length : place;
}

export function throwIfAny(issues: readonly Issue[]): void {
  if (issues.length > 0) throw validationError(issues);
}

function summarize(first: Issue | undefined, count: number): string {
  if (!first) return errorTable.validation_failed.meaning;
  const sentence = first.field
    ? `\`${first.field}\` ${first.issue}${first.issue.endsWith("?") ? "" : "."}`
    : `The body ${first.issue}.`;
  return count === 1 ? sentence : `${sentence} There are ${count} problems in all; see details.`;
}

export function notFound(noun: string): ApiError {
  return new ApiError("not_found", `There is no ${noun} with this id.`);
}

/** The error object, as every answer that is not a success carries it. `is_oauth`: also the text that libraries for OAuth show. */
export function errorBody(error: ApiError, request_id: string, is_oauth = false): string {
  const details = error.details.length > 0 ? { details: error.details } : {};
  const oauth = is_oauth ? { error_description: oauthText(error) } : {};
  return JSON.stringify({ error: { code: error.code, message: error.message, request_id, ...details }, ...oauth });
}

/** RFC 6749, 5.2, allows plain ASCII without quotation marks and backslashes. */
function oauthText({ message, details }: ApiError): string {
  const issues = details.map(({ field, issue }) => `${field} ${issue}`.trim());
  return [message, ...issues]
    .join(" ")
    .replaceAll('"', "'")
    .replaceAll(/[^\x20-\x5b\x5d-\x7e]/g, "?");
}
