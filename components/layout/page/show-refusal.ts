import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ServiceError } from "../../../lib/api/service-error.ts";

type Homes<Fields extends FieldValues> = Partial<Record<string, Path<Fields>>>;

/**
 * Shows a refusal at its field: the service's field errors, and codes listed in `homes`, at their fields; everything
 * else above the button as `root`. Focuses the first field named. Rethrows other errors. Dashboard 4.
 */
export function showRefusal<Fields extends FieldValues>(
  form: Pick<UseFormReturn<Fields>, "getValues" | "setError">,
  error: unknown,
  homes: Homes<Fields> = {},
): void {
  if (!(error instanceof ServiceError)) throw error;
  const names = Object.keys(form.getValues()) as Path<Fields>[];
  const named = error.fields.flatMap(({ field, message }) => {
    const name = names.find((one) => one === field);
    return name === undefined ? [] : [{ name, message: `${message.charAt(0).toUpperCase()}${message.slice(1)}` }];
  });
  const home = homes[error.code];
  if (home !== undefined) named.push({ name: home, message: error.message });
  for (const [index, { name, message }] of named.entries()) {
    form.setError(name, { message }, { shouldFocus: index === 0 });
  }
  if (named.length === 0) form.setError("root", { message: error.message });
}
