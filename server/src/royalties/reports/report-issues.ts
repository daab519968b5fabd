import { ApiError, type ErrorCode, type Issue, validationError } from "../../platform/errors.ts";

const MAX_ISSUES = 100;

/** Thrown to stop reading: a report with this many problems is refused without looking for more. */
export class TooManyIssues extends Error {}

/** The problems of a report, in the order of its files and lines. */
export class ReportIssues {
  readonly #issues: (Issue & { file: number; line: number })[] = [];
  #file = 0;
  #file_name: string | undefined;

  get isEmpty(): boolean {
    return this.#issues.length === 0;
  }

  /** The problems that come now are of this file of an archive. */
  beginFile(name: string): void {
    this.#file += 1;
    this.#file_name = name;
  }

  add(line: number, column: string, issue: string, code: ErrorCode = "validation_failed"): undefined {
    const place = column === "" ? `line ${line}` : `line ${line}, ${column}`;
    const field = this.#file_name === undefined ? place : `${this.#file_name}, ${place}`;
    this.#issues.push({ file: this.#file, line, code, field, issue });
    if (this.#issues.length >= MAX_ISSUES) throw new TooManyIssues();
  }

  /** About the whole report. */
  addField(field: string, issue: string): undefined {
    this.#issues.push({ file: this.#file, line: Number.MAX_SAFE_INTEGER, code: "validation_failed", field, issue });
  }

  toError(): ApiError {
    const { code, message } = validationError(this.#issues);
    const in_order = [...this.#issues].sort((a, b) => a.file - b.file || a.line - b.line);
    return new ApiError(
      code,
      message,
      in_order.map(({ field, issue }) => ({ field, issue })),
    );
  }
}
