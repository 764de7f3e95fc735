import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";

/** What is wrong with each field, in a sentence; a field that is right is `undefined` or left out. */
export type Problems<Form> = { [Name in keyof Form]?: string | undefined };

/** Lets a form be judged by a plain function: a schema library would outweigh all our forms together. Decision 0039. */
export function resolverOf<Form extends FieldValues>(check: (form: Form) => Problems<Form>): Resolver<Form> {
  return (values) => {
    const problems = check(values);
    return isRight(problems) ? { values, errors: {} } : { values: {}, errors: errorsOf(problems) };
  };
}

/** Whether nothing is wrong. */
export function isRight<Form>(problems: Problems<Form>): boolean {
  return Object.values(problems).every((message) => message === undefined);
}

// The cast names what the lines build: an error for each field of the form that has a problem.
function errorsOf<Form extends FieldValues>(problems: Problems<Form>): FieldErrors<Form> {
  const wrong = Object.entries(problems).filter(([, message]) => message !== undefined);
  return Object.fromEntries(wrong.map(([name, message]) => [name, { type: "check", message }])) as FieldErrors<Form>;
}
