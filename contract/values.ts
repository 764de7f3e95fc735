import * as z from "zod";

/** Values that several nouns share. Messages are what the caller reads in `errors[].message`. */

/** A malformed ID is 400 naming the field; where the value is another kind of identifier, the text says which (wire facts 6.8). */
export const Id = z
  .string({ error: "is required" })
  .superRefine((value, context) => {
    if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)) return;
    const message = /^\d{10}$/.test(value) ? "must be a UUID; this looks like an account number" : "must be a UUID";
    context.addIssue({ code: "custom", message });
  })
  .meta({ format: "uuid", examples: ["0190a000-0000-7000-8000-000000000001"] });

/** A 10-digit virtual account number (spec 8). */
export const AccountNumber = z
  .string({ error: "is required" })
  .regex(/^\d{10}$/, {
    error: (issue) =>
      /^[0-9a-f-]{36}$/i.test(String(issue.input))
        ? "must be exactly 10 digits; this looks like a customer or wallet ID"
        : "must be exactly 10 digits",
  })
  .meta({ examples: ["9900000001"] });

/** Kobo: a whole number from 1 to 2^53-1 (api 1). */
export const AmountKobo = z
  .number({
    error: (issue) =>
      issue.input === undefined ? "is required" : "must be a number of kobo, not text or anything else",
  })
  .superRefine((value, context) => {
    if (!Number.isInteger(value))
      context.addIssue({ code: "custom", message: "amounts are whole kobo; fractions are refused" });
    else if (value < 1) context.addIssue({ code: "custom", message: "must be at least 1 kobo" });
    else if (!Number.isSafeInteger(value))
      context.addIssue({ code: "custom", message: "must be at most 9007199254740991 kobo" });
  })
  .meta({ type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [150000] });

/** Balances and limits in answers: whole kobo, may be 0; a limit that is not there is null. */
export const Kobo = z.int();
export const Instant = z.iso.datetime();
export const Mode = z.enum(["SANDBOX", "PRODUCTION"]);
export const Tier = z.enum(["TIER_1", "TIER_2", "TIER_3"]);
export const WalletStatus = z.enum(["ACTIVE", "FROZEN"]);

/** Why somebody does something: kept in the audit log, so never blank. */
export const Reason = z.string().trim().min(1).max(500);

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
