import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod";
import { texts } from "./texts.ts";

/** The messages of one field, by the reason the schema rejects its value. */
export type FieldTexts = {
  /** The field is empty, or blank where blanks do not count. */
  missing: string;
  /** Defaults to `missing`. */
  tooShort?: string;
  tooLong?: string;
  /** Any other reason. Defaults to the message of the schema. */
  invalid?: string;
};

/**
 * Validates a form with a schema of the contract. On success the form submits the parsed values: trimmed, without unknown fields.
 * A field without `texts` shows the messages of the schema. Decision 0064.
 */
export function contractResolver<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  messages: { readonly [Name in keyof Input]?: FieldTexts },
): Resolver<Input, unknown, Output> {
  const validate = zodResolver<Input, unknown, Output>(schema);
  return async (values, context, options) => {
    const result = await validate(values, context, options);
    const errors: FieldErrors = result.errors;
    for (const [name, fieldTexts] of Object.entries<FieldTexts | undefined>(messages)) {
      const error = errors[name];
      const text = error && fieldTexts && textOf(fieldTexts, values[name], String(error.type));
      if (error && text !== undefined) error.message = text;
    }
    return result;
  };
}

/** `issue` is the code of the first issue that zod reports for the field. */
function textOf(messages: FieldTexts, value: unknown, issue: string): string | undefined {
  if (value === undefined || value === null || value === "") return messages.missing;
  if (issue === "too_small") return messages.tooShort ?? messages.missing;
  if (issue === "too_big") return messages.tooLong ?? texts.thisIsTooLong;
  return messages.invalid;
}
