import type * as z from "zod";
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { FieldProblem } from "../../../contract/envelope.ts";
import { fieldProblems, textOfIssue } from "../../../contract/texts/field-problems.ts";
import { Failure } from "../../domain/failure.ts";

const MAX_DEPTH = 32;
const MAX_PROBLEMS = 100;

type Raw = { params: unknown; query: unknown; body: unknown };

/**
 * Parses a request with the contract's schemas and drops unknown fields.
 * @throws `validation_failed` with all problems of all parts; the message is the first one
 */
export function parseInput(endpoint: Endpoint, raw: Raw): Raw {
  const problems: FieldProblem[] = [];
  const parsed: Raw = {
    params: parsePart(endpoint.params, raw.params, problems),
    query: parsePart(endpoint.query, raw.query, problems, textOfQueryIssue),
    body: parsePart(endpoint.body, raw.body ?? {}, problems),
  };
  if (problems.length > 0) throw validationFailure(problems);
  return parsed;
}

/** A failure with the problems by field. Its message is the first problem as a sentence. */
export function validationFailure(problems: FieldProblem[]): Failure {
  const first = problems[0];
  return new Failure("validation_failed", {
    ...(first ? { message: sentence(first) } : {}),
    errors: problems.slice(0, MAX_PROBLEMS),
  });
}

type TextOf = (issue: z.core.$ZodIssue, value: unknown) => string;

function parsePart(
  schema: z.ZodType | undefined,
  value: unknown,
  problems: FieldProblem[],
  textOf: TextOf = textOfBodyIssue,
): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: textOfIssue });
  if (!result.success) {
    for (const issue of result.error.issues) {
      problems.push({ field: fieldOf(issue.path), message: textOf(issue, valueAt(value, issue.path)) });
    }
    return undefined;
  }
  findUnstorableText(result.data, [], problems);
  return result.data;
}

/** A schema's own text for a wrong type does not fit a missing field. */
const textOfBodyIssue: TextOf = (issue, value) =>
  value === undefined && issue.code === "invalid_type" ? fieldProblems.required : issue.message;

const textOfQueryIssue: TextOf = (issue, value) =>
  Array.isArray(value) ? fieldProblems.givenTwice : textOfBodyIssue(issue, value);

/** PostgreSQL stores neither NUL nor unpaired surrogates. Deep nesting would exhaust the stack. */
function findUnstorableText(value: unknown, path: PropertyKey[], problems: FieldProblem[]): void {
  if (typeof value === "string") {
    const message = problemOfText(value);
    if (message) problems.push({ field: fieldOf(path), message });
  } else if (typeof value === "object" && value !== null) {
    if (path.length >= MAX_DEPTH) {
      problems.push({ field: fieldOf(path.slice(0, 3)), message: fieldProblems.tooDeep(MAX_DEPTH) });
      return;
    }
    for (const step of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      if (typeof step === "string") findUnstorableText(step, path, problems);
      path.push(step);
      findUnstorableText((value as Record<PropertyKey, unknown>)[step], path, problems);
      path.pop();
    }
  }
}

function problemOfText(text: string): string | null {
  if (text.includes("\0")) return fieldProblems.nullCharacter;
  return text.isWellFormed() ? null : fieldProblems.notUnicode;
}

function fieldOf(path: readonly PropertyKey[]): string {
  let field = "";
  for (const step of path) {
    if (typeof step === "number") field += `[${step}]`;
    else field += field === "" ? String(step) : `.${String(step)}`;
  }
  return field === "" ? "body" : field.slice(0, 200);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[step];
  }
  return current;
}

function sentence(problem: FieldProblem): string {
  const continues = /^(is|are|must|may|has|have|can|cannot|should|was|takes|does|needs)\b/.test(problem.message);
  const text = `${problem.field ?? "body"}${continues ? " " : ": "}${problem.message}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
