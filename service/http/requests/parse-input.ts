import { setImmediate as nextTurn } from "node:timers/promises";
import * as z from "zod";
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { FieldProblem } from "../../../contract/envelope.ts";
import { fieldProblems, textOfIssue } from "../../../contract/texts/field-problems.ts";
import { Failure } from "../../domain/failure.ts";
import type { ListPath } from "./large-body.ts";
import { plainCheckOf } from "./plain-items.ts";

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
    params: parsePart(endpoint.params, raw.params, { problems }),
    query: parsePart(endpoint.query, raw.query, { problems, textOf: textOfQueryIssue }),
    body: parsePart(endpoint.body, raw.body ?? {}, { problems }),
  };
  if (problems.length > 0) throw validationFailure(problems);
  return parsed;
}

/** The items of a large list that one slice checks. */
const SLICE_ITEMS = 250;

/**
 * Parses a request whose body has a large list: the same result as `parseInput`, in slices between which other requests get their
 * turn. Stops at the first slice with problems. Decision 0085.
 * @throws `validation_failed`
 */
export async function parseLargeInput(endpoint: Endpoint, raw: Raw, list: ListPath): Promise<Raw> {
  const schema = listSchema(endpoint.body, list);
  const items = listAt(raw.body, list);
  const bodyWith = (some: unknown[]) => (list[0] === undefined ? some : { ...(raw.body as object), [list[0]]: some });
  if (!schema) return parseInput(endpoint, { ...raw, body: bodyWith([]) });
  const problems: FieldProblem[] = [];
  parsePart(lengthOf(schema), items, { problems, path: [...list], isLengthOnly: true });
  if (problems.length > 0) throw validationFailure(problems);
  const parsed = parseInput(endpoint, { ...raw, body: bodyWith(items.slice(0, SLICE_ITEMS)) });
  const whole = listAt(parsed.body, list);
  const slice = z.array(schema.element as z.ZodType);
  const isPlain = plainCheckOf(schema.element);
  for (let from = SLICE_ITEMS; from < items.length; from += SLICE_ITEMS) {
    await nextTurn();
    const given = items.slice(from, from + SLICE_ITEMS);
    const part = given.every(isPlain) ? given : parsePart(slice, given, { problems, path: [...list], from });
    if (problems.length > 0) throw validationFailure(problems);
    for (const item of part as unknown[]) whole.push(item);
  }
  return parsed;
}

function listAt(body: unknown, [name]: ListPath): unknown[] {
  return (name === undefined ? body : (body as Record<string, unknown>)[name]) as unknown[];
}

function listSchema(body: z.ZodType | undefined, [name]: ListPath): z.ZodArray | undefined {
  const ofField = name !== undefined && body instanceof z.ZodObject ? body.shape[name] : undefined;
  const schema = name === undefined ? body : ofField;
  const given = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return given instanceof z.ZodArray ? given : undefined;
}

/** The schema of a list with its limits and any items. */
function lengthOf({ def }: z.ZodArray): z.ZodType {
  return z.array(z.unknown()).check(...((def.checks ?? []) as z.core.$ZodCheck<unknown[]>[]));
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

/** Where a part's problems are added, and the part's position in the body. `isLengthOnly`: its items are checked later, in slices. */
type Place = {
  problems: FieldProblem[];
  path?: PropertyKey[];
  from?: number;
  textOf?: TextOf;
  isLengthOnly?: boolean;
};

function parsePart(schema: z.ZodType | undefined, value: unknown, place: Place): unknown {
  if (!schema) return undefined;
  const { problems, path = [], from = 0, textOf = textOfBodyIssue } = place;
  const result = schema.safeParse(value, { error: textOfIssue });
  if (!result.success) {
    for (const issue of result.error.issues) {
      const [first, ...rest] = issue.path;
      const within = typeof first === "number" ? [first + from, ...rest] : issue.path;
      problems.push({ field: fieldOf([...path, ...within]), message: textOf(issue, valueAt(value, issue.path)) });
    }
    return undefined;
  }
  if (place.isLengthOnly) return result.data;
  if (from === 0) findUnstorableText(result.data, [...path], problems);
  else
    for (const [at, item] of (result.data as unknown[]).entries())
      findUnstorableText(item, [...path, from + at], problems);
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
