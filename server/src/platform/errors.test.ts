import { expect, test } from "vitest";
import { ApiError, type ErrorCode, errorBody, errorTable, type Issue, throwIfAny, validationError } from "./errors.ts";

const statuses: Record<number, ErrorCode[]> = {
  400: ["invalid_request", "invalid_cursor", "invalid_idempotency_key"],
  401: ["authentication_required", "invalid_credentials"],
  403: ["insufficient_scope", "tier_not_eligible"],
  404: ["not_found"],
  405: ["method_not_allowed"],
  409: ["duplicate_submission", "asset_not_ready", "invalid_state", "idempotency_in_progress", "upc_pool_exhausted"],
  413: ["payload_too_large"],
  415: ["unsupported_media_type"],
  422: [
    ...(["missing_required_field", "unknown_field", "invalid_isrc_format", "territory_not_supported"] as const),
    ...(["idempotency_key_reused", "feature_sunset", "webhook_url_not_allowed", "validation_failed"] as const),
  ],
  429: ["rate_limit_exceeded"],
  500: ["internal_error"],
  503: ["service_unavailable"],
};

test("every code has its status, and there is no other", () => {
  const expected = Object.entries(statuses).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)]));
  const found = Object.entries(errorTable).map(([code, { status }]) => [code, status]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  expect(new ApiError("upc_pool_exhausted", "None left.").status).toBe(409);
});

const order: ErrorCode[] = [
  ...(["missing_required_field", "unknown_field", "invalid_isrc_format", "territory_not_supported"] as const),
  "validation_failed",
];

test("of several problems the first in the order gives the code and comes first, whatever order they are found in", () => {
  for (let start = 0; start < order.length; start++) {
    const issues = order
      .slice(start)
      .reverse()
      .map((code): Issue => ({ code, field: code, issue: "is wrong" }));
    const error = validationError(issues);
    expect(error.code).toBe(order[start]);
    expect(error.details.map(({ field }) => field)).toEqual(order.slice(start));
  }
});

test("details lists all, and at most 100", () => {
  const issues = (count: number) =>
    Array.from(
      { length: count },
      (_, index): Issue => ({ code: "validation_failed", field: `f${index}`, issue: "is wrong" }),
    );
  expect(validationError(issues(100)).details).toHaveLength(100);
  expect(validationError(issues(101)).details).toHaveLength(100);
  expect(validationError(issues(101)).message).toContain("101 problems");
  expect(() => throwIfAny([])).not.toThrow();
  expect(() => throwIfAny(issues(1))).toThrow(ApiError);
});

test("the error object has code, message and request_id, and details only where there are some", () => {
  const bare = JSON.parse(errorBody(new ApiError("not_found", "Nothing."), "req_1"));
  expect(bare).toEqual({ error: { code: "not_found", message: "Nothing.", request_id: "req_1" } });
  const detail = { field: "a", issue: "b" };
  const full = JSON.parse(errorBody(new ApiError("validation_failed", "Wrong.", [detail]), "req_2"));
  expect(full.error.details).toEqual([detail]);
});
