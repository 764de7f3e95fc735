import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";

/** The error of each field as a sentence; `undefined` or absent if the field is valid. */
export type Problems<Form> = { [Name in keyof Form]?: string | undefined };

/** Validates a form with a plain function. Decision 0039. */
export function resolverOf<Form extends FieldValues>(check: (form: Form) => Problems<Form>): Resolver<Form> {
  return (values) => {
    const problems = check(values);
    return isRight(problems) ? { values, errors: {} } : { values: {}, errors: errorsOf(problems) };
  };
}

/** Whether every field is valid. */
export function isRight<Form>(problems: Problems<Form>): boolean {
  return Object.values(problems).every((message) => message === undefined);
}

// The cast declares the result of these lines: an error for each invalid field.
function errorsOf<Form extends FieldValues>(problems: Problems<Form>): FieldErrors<Form> {
  const wrong = Object.entries(problems).filter(([, message]) => message !== undefined);
  return Object.fromEntries(wrong.map(([name, message]) => [name, { type: "check", message }])) as FieldErrors<Form>;
}
