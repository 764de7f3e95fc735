import type * as z from "zod";

type Issue = z.core.$ZodRawIssue;

/** What is wrong with a field, in words that follow its name. A schema's own text goes before these. */
export function textOfIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return typeText(issue.expected, issue.input);
    case "too_small":
      return sizeText(issue.origin, `at least ${issue.minimum}`, Number(issue.minimum) === 1);
    case "too_big":
      return sizeText(issue.origin, `at most ${issue.maximum}`, false);
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return FORMATS[issue.format] ?? "does not have the right form";
    case "invalid_union":
      return "does not have any of the forms this field takes";
    default:
      return undefined;
  }
}

const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
};

const FORMATS: Record<string, string> = {
  email: "must be an e-mail address",
  url: "must be an address (URL)",
  datetime: "must be an instant such as 2026-01-31T12:00:00.000Z",
  date: "must be a date such as 2026-01-31",
  uuid: "must be a UUID",
};

function typeText(expected: string, input: unknown): string {
  if (input === undefined) return "is required";
  return `must be ${KINDS[expected] ?? expected}`;
}

function sizeText(origin: string, bound: string, isOne: boolean): string {
  if (origin === "string") return isOne ? "must not be empty" : `must have ${bound} characters`;
  if (origin === "array" || origin === "set") return isOne ? "must not be empty" : `must have ${bound} items`;
  return `must be ${bound}`;
}
