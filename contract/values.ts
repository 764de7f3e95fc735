import * as z from "zod";
import { FILE_NAME_MAX, INVISIBLE } from "./invisible.ts";
import { PAYMENT_TEXT_MAX, paymentTextProblem } from "./payment-text.ts";
import { UUID } from "./uuid.ts";

/** Values shared by several nouns. Callers read the messages in `errors[].message`. */

/** For text that can look like a number, which would lose its leading zeros. */
export const IN_QUOTES = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? "is required" : "must be text, in quotes",
};

/**
 * A malformed ID gets 400 with the field's name; if the value is another kind of identifier, the text says which (wire 6.8).
 * Letter case does not matter: IDs are converted to lower case, as the database returns them.
 */
export const Id = z
  .string(IN_QUOTES)
  .toLowerCase()
  .superRefine((value, context) => {
    if (UUID.test(value)) return;
    const message = /^\d{10}$/.test(value) ? "must be a UUID; this looks like an account number" : "must be a UUID";
    context.addIssue({ code: "custom", message });
  })
  .meta({ format: "uuid", examples: ["0190a000-0000-7000-8000-000000000001"] });

/** A 10-digit virtual account number (spec 8). */
export const AccountNumber = z
  .string(IN_QUOTES)
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

/** Balances and limits in replies: whole kobo, from 0. A limit that is not set is null. */
export const Kobo = z.int();
export const Instant = z.iso.datetime();
export const Mode = z.enum(["SANDBOX", "PRODUCTION"]);
export const Tier = z.enum(["TIER_1", "TIER_2", "TIER_3"]);
/** A tier as it is stored. */
export const TIER_NUMBERS = { TIER_1: 1, TIER_2: 2, TIER_3: 3 } as const;
export const WalletStatus = z.enum(["ACTIVE", "FROZEN"]);

/** The reason for an action. The audit log stores it, so it is never blank. */
export const Reason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .meta({ examples: ["Fraud report, ticket 4711"] });

const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\u20e3|(?![©®™])\p{Extended_Pictographic}/u;

/**
 * A name that people read and compare: of a person, a business, a tag, a key. It has no characters that hide or reorder others, and no
 * emoji, so two names that look equal are equal. API 1.
 */
export const visibleName = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most, `must have at most ${most} characters`)
    .refine((name) => !EMOJI.test(name), "must not contain emoji")
    .refine((name) => EMOJI.test(name) || !INVISIBLE.test(name), "must not contain invisible characters");

/** The name of a file that people see on screens and in mails. It has no characters that hide or reorder others. API 5. */
export const FileName = z
  .string()
  .trim()
  .min(1)
  .max(FILE_NAME_MAX, `must have at most ${FILE_NAME_MAX} characters`)
  .refine((name) => !INVISIBLE.test(name), "must not contain invisible characters")
  .meta({ examples: ["march-salaries.csv"] });
export const PersonName = visibleName(100).meta({ examples: ["Chidi"] });
// As `format: email` of JSON Schema has it, in the document and here: labels of the domain neither begin nor end with a hyphen.
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;
export const EmailAddress = z
  .email({ pattern: EMAIL, error: "must be an e-mail address" })
  .max(254)
  .meta({ examples: ["chidi@demo.example"] });
const NO_DAY = "must be a date such as 2026-01-31";
/** The calendar and the database have no year 0. */
export const Day = z.iso
  .date(NO_DAY)
  .refine((text) => !text.startsWith("0000"), NO_DAY)
  .meta({ examples: ["2026-01-31"] });
/** Any notation of a Nigerian mobile number; returned as `0…`. Wire 1.4. */
export const PhoneNumber = z
  .string()
  .regex(
    /^[\s().-]*(\+?2[\s().-]*3[\s().-]*4|0)[\s().-]*[789]([\s().-]*\d){9}[\s().-]*$/,
    "must be a mobile number such as 08012345678",
  )
  .max(40)
  .meta({ examples: ["08012345678"] });
/** A BVN or NIN. Replies show the last four digits only. Wire 3.1. */
export const ElevenDigits = z
  .string()
  .regex(/^\d{11}$/, "must be exactly 11 digits")
  .meta({ examples: ["22212345678"] });
export const Pin = z
  .string()
  .regex(/^\d{4}$/, "must be exactly 4 digits")
  .meta({ examples: ["4821"] });
export const NewPassword = z
  .string()
  .min(8)
  .max(256)
  .meta({ examples: ["a-long-pass-phrase"] });
export const SixDigitCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, "must be the 6 digits that were sent")
  .meta({ examples: ["123456"] });
/** Six digits of a text message, or twelve of a mail (decision 0076). */
export const ActivationCode = z
  .string()
  .trim()
  .regex(/^(\d{6}|\d{12})$/, "must be the 6 digits of the text message or the 12 digits of the e-mail")
  .meta({ examples: ["123456789012"] });
/** The caller's reference of a transaction or batch. Spec 8, wire 1.4. */
export const Reference = z
  .string()
  .min(10)
  .max(100)
  .meta({ examples: ["REF-0000000001"] });
const PaymentText = z
  .string()
  .trim()
  .min(1)
  .superRefine((text, context) => {
    const message = paymentTextProblem(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  })
  .meta({ maxLength: PAYMENT_TEXT_MAX });
/** What the customer reads about a payment, and what only the merchant's staff reads. Both are optional. Decision 0112. */
export const paymentTexts = {
  narration: PaymentText.meta({ examples: ["March salary"] }).optional(),
  note: PaymentText.meta({ examples: ["Approved by Ngozi, ticket 4711"] }).optional(),
};
export const WebhookMode = z.enum(["LEGACY", "SUBSCRIPTIONS", "BOTH"]);
/** Checks the form only. Whether the address may be called is checked when it is stored and before each delivery. Webhooks 9. */
export const WebhookUrl = z
  .url({ protocol: /^https?$/, error: "must be an https address" })
  .max(2048)
  .meta({ examples: ["https://receiver.example/hooks"] });
export const Facts = z.record(z.string(), z.unknown());

const METADATA_BYTES = 4_096;
const METADATA_KEYS = 50;
const METADATA_DEPTH = 5;
/** The caller's own facts in a request: bounded, because they are stored, listed and sent with each event. API 1. */
export const RequestMetadata = Facts.refine(
  (facts) => isBounded(facts),
  `must have at most ${METADATA_KEYS} keys, ${METADATA_DEPTH} levels and ${METADATA_BYTES / 1024} KiB of JSON`,
).meta({ examples: [{ orderId: "A-1042" }] });

/** Adds the callers' own facts to the rows of a list, which leaves them out otherwise: 100 rows may have 400 KiB of them. API 1. */
export const include = { include: z.literal("metadata").optional() };

function isBounded(facts: Record<string, unknown>): boolean {
  return countKeys(facts, METADATA_DEPTH) <= METADATA_KEYS && byteLength(JSON.stringify(facts)) <= METADATA_BYTES;
}

/** All keys at all levels; infinite below `levels`, which also ends the walk. */
function countKeys(value: unknown, levels: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (levels === 0) return Number.POSITIVE_INFINITY;
  const entries = Object.values(value);
  const own = Array.isArray(value) ? 0 : entries.length;
  return entries.reduce<number>((sum, entry) => sum + countKeys(entry, levels - 1), own);
}

const byteLength = (text: string) => new TextEncoder().encode(text).length;
/** A boolean query parameter. */
export const Flag = z.enum(["true", "false"]).transform((value) => value === "true");
export const SearchText = z.string().trim().min(1).max(100);
/** A file in a multipart body. The service reads it as a stream, never as a value. */
export const CsvFile = z.unknown().meta({ type: "string", format: "binary", contentMediaType: "text/csv" });

/** A document in a multipart body that may carry several, each in a field of its own. Read as a stream, too. */
export const DocumentFile = z.unknown().optional().meta({ type: "string", format: "binary" });

const NOT_WHOLE = "must be a positive whole number";
export const WholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, NOT_WHOLE)
  .meta({ examples: ["1"] })
  .transform(Number);

/** Values above 100 count as 100. Wire 1.2. */
export const PerPage = z
  .string()
  .regex(/^[1-9]\d*$/, NOT_WHOLE)
  .transform((text) => Math.min(Number(text), 100));
export const Paging = z.object({ page: WholeNumber.default(1), perPage: PerPage.default(20) });

/** An instant, or `YYYY-MM-DD` for a whole day in Africa/Lagos, which has no daylight saving time. */
const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: "must be a date such as 2026-01-31 or an instant such as 2026-01-31T12:00:00.000Z",
});

/** The period of a list, both ends included. Refine its object with `isForward` to reject a period that ends before it starts. */
export const span = { startDate: Moment.optional(), endDate: Moment.optional() };
/** The amounts of a list in kobo, both included. */
const AmountBound = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
export const amounts = { minAmount: AmountBound.optional(), maxAmount: AmountBound.optional() };
export const BACKWARD = { error: "must not be after endDate", path: ["startDate"] };

export function isForward({
  startDate,
  endDate,
}: {
  startDate?: string | undefined;
  endDate?: string | undefined;
}): boolean {
  return !startDate || !endDate || firstInstant(startDate) <= lastInstant(endDate);
}

const DAY_MS = 86_400_000;

/** The first instant of a `Moment`, in milliseconds. */
export function firstInstant(moment: string): number {
  return Date.parse(moment.length === 10 ? `${moment}T00:00:00+01:00` : moment);
}

/** The last instant of a `Moment`, in milliseconds: of a day, its last millisecond. */
export function lastInstant(moment: string): number {
  return moment.length === 10 ? firstInstant(moment) + DAY_MS - 1 : firstInstant(moment);
}
