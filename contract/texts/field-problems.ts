import type * as z from "zod";

/** Problems with one field. Each text continues a sentence that starts with the name of the field. */
export const fieldProblems = {
  required: "is required",
  fileMissing: "is required: the CSV is missing or failed to upload",
  documentMissing: "is required: send at least one document",
  givenTwice: "must be given once",
  tooLong: "is too long",
  nullCharacter: "must not contain null characters",
  notUnicode: "must be valid Unicode text",
  tooDeep: (levels: number) => `must not nest deeper than ${levels} levels`,
  tooManyValues: (values: number) => `must not hold more than ${values} values in one item or outside of its list`,
  tooLongList: (values: number) => `must not hold more than ${values} values in a list`,
  idempotencyKey: "must be 1 to 255 visible characters",
  beyondBound: (rows: number, items: string, advice: string) => `is beyond the first ${rows} ${items}; ${advice}`,
  searchTooWide: "matches too many transactions; type more of the reference or name",
  mobileNumber: "must be a Nigerian mobile number, 080… or +23480…",
};

/** The text for a problem that a schema found. A text that the schema itself gives has priority. */
export function textOfIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? fieldProblems.required : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "too_small":
      return sizeText(issue.origin, `at least ${issue.minimum}`, Number(issue.minimum) === 1);
    case "too_big":
      return sizeText(issue.origin, `at most ${issue.maximum}`, false);
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return FORMATS[issue.format] ?? "does not have the right form";
    case "invalid_union":
      return "does not have any of the forms this field accepts";
    default:
      return undefined;
  }
}

const TYPES: Record<string, string> = {
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

function sizeText(origin: string, bound: string, isOne: boolean): string {
  if (origin === "string") return isOne ? "must not be empty" : `must have ${bound} characters`;
  if (origin === "array" || origin === "set") return isOne ? "must not be empty" : `must have ${bound} items`;
  return `must be ${bound}`;
}
