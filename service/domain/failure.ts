import type { FieldProblem } from "../../contract/envelope.ts";
import { type FailureCode, failures } from "../../contract/errors.ts";

/** Ends a request with a code of `contract/errors.ts`. `message` replaces the text of the table, for answers with more detail. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly errors: FieldProblem[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: FailureCode,
    detail: { message?: string; errors?: FieldProblem[]; headers?: Record<string, string> } = {},
  ) {
    super(detail.message ?? failures[code].message);
    this.name = "Failure";
    this.code = code;
    this.errors = detail.errors;
    this.headers = detail.headers ?? {};
  }
}
