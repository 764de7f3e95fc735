import * as z from "zod";

/** Values that several nouns share. Messages are what the caller reads in `errors[].message`. */

/** A malformed ID is 400 naming the field; where the value is another kind of identifier, the text says which (wire facts 6.8). */
export const Id = z.string({ error: "is required" }).superRefine((value, context) => {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)) return;
  const message = /^\d{10}$/.test(value) ? "must be a UUID; this looks like an account number" : "must be a UUID";
  context.addIssue({ code: "custom", message });
});

/** A 10-digit virtual account number (spec 8). */
export const AccountNumber = z.string({ error: "is required" }).regex(/^\d{10}$/, {
  error: (issue) =>
    /^[0-9a-f-]{36}$/i.test(String(issue.input))
      ? "must be exactly 10 digits; this looks like a customer or wallet ID"
      : "must be exactly 10 digits",
});

/** Kobo: a whole number from 1 to 2^53-1 (api 1). */
export const AmountKobo = z.number({ error: "must be a number of kobo, not text" }).superRefine((value, context) => {
  if (!Number.isInteger(value))
    context.addIssue({ code: "custom", message: "amounts are whole kobo; fractions are refused" });
  else if (value < 1) context.addIssue({ code: "custom", message: "must be at least 1 kobo" });
  else if (!Number.isSafeInteger(value))
    context.addIssue({ code: "custom", message: "must be at most 9007199254740991 kobo" });
});

/** Balances and limits in answers: whole kobo, may be 0. */
export const Kobo = z.int();
export const Instant = z.iso.datetime();
export const Mode = z.enum(["SANDBOX", "PRODUCTION"]);
export const Tier = z.enum(["TIER_1", "TIER_2", "TIER_3"]);

function wholeNumber(fallback: number) {
  return z
    .string()
    .regex(/^[1-9]\d{0,8}$/, "must be a positive whole number")
    .transform(Number)
    .default(fallback);
}

/** Paging of lists: `perPage` above 100 is read as 100 (wire facts 1.2). */
export const Paging = z.object({
  page: wholeNumber(1),
  perPage: wholeNumber(20).transform((value) => Math.min(value, 100)),
});
