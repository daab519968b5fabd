import { ApiError, type ErrorCode, type Issue, validationError } from "../../platform/errors.ts";

const MAX_ISSUES = 100;

/** Thrown to stop reading: a report with this many problems is refused without looking for more. */
export class TooManyIssues extends Error {}

/** The problems of a report, in the order of its lines. */
export class ReportIssues {
  readonly #issues: (Issue & { line: number })[] = [];

  get isEmpty(): boolean {
    return this.#issues.length === 0;
  }

  add(line: number, column: string, issue: string, code: ErrorCode = "validation_failed"): undefined {
    this.#issues.push({ line, code, field: column === "" ? `line ${line}` : `line ${line}, ${column}`, issue });
    if (this.#issues.length >= MAX_ISSUES) throw new TooManyIssues();
  }

  toError(): ApiError {
    const { code, message } = validationError(this.#issues);
    const in_order = [...this.#issues].sort((a, b) => a.line - b.line);
    return new ApiError(
      code,
      message,
      in_order.map(({ field, issue }) => ({ field, issue })),
    );
  }
}
