// The errors that the client throws. An abort by the caller's own signal is thrown as the signal's reason.

import type { Asset, ErrorCode } from "./schema.ts";

export type ErrorDetail = { field: string; issue: string };

type Refusal<Code> = {
  code: Code;
  message: string;
  status: number;
  request_id: string;
  details?: readonly ErrorDetail[];
  retry_after_s?: number;
};

/** The service refused the request. `code` is made for programs, `message` for people. */
export class SegueError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name: string = "SegueError";
  readonly code: Code;
  readonly status: number;
  /** Every field that is wrong. */
  readonly details: readonly ErrorDetail[];
  /** Quote it when you ask for help. */
  readonly request_id: string;
  /** The seconds of Retry-After, or 0. */
  readonly retry_after_s: number;

  constructor({ code, message, status, request_id, details = [], retry_after_s = 0 }: Refusal<Code>) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.request_id = request_id;
    this.retry_after_s = retry_after_s;
  }
}

/** `not_segue`: something else answered, such as a proxy. */
export type ConnectionReason = "unreachable" | "timeout" | "not_segue";

/** There is no answer of the service. The operation may have happened: send it again with the same `idempotencyKey`. */
export class SegueConnectionError extends Error {
  override readonly name: string = "SegueConnectionError";

  constructor(
    readonly reason: ConnectionReason,
    message: string,
    /** The status, if something answered; the failure of `fetch` is the `cause`. */
    options: { status?: number; cause?: unknown } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.status = options.status;
  }

  readonly status: number | undefined;
}

/** A method was called with something that cannot be sent, such as an empty id. */
export class SegueArgumentError extends TypeError {
  override readonly name: string = "SegueArgumentError";
}

/** The service read a file and cannot use it: `asset.failure` says why. */
export class AssetFailedError extends Error {
  override readonly name: string = "AssetFailedError";

  constructor(readonly asset: Asset) {
    super(`${asset.id} cannot be used: ${asset.failure?.message ?? "no reason was given."}`);
  }
}
