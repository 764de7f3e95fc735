import * as z from "zod";
import { customerTexts } from "./texts/customers.ts";
import { Day, ElevenDigits, EmailAddress, Tier, visibleName } from "./values.ts";

/** The columns of a customer upload, in the order of spec 2.3. Names are case-sensitive. Other columns are kept and ignored. */
export const CUSTOMER_COLUMNS = [
  "first_name",
  "last_name",
  "phone_number",
  "date_of_birth",
  "bvn",
  "nin",
  "email",
  "address",
  "tier",
] as const;
export type CustomerColumn = (typeof CUSTOMER_COLUMNS)[number];

export const REQUIRED_CUSTOMER_COLUMNS = [
  "first_name",
  "last_name",
  "phone_number",
  "date_of_birth",
  "bvn",
] as const satisfies readonly CustomerColumn[];

/** Columns that the service appends to a result file (dashboard 9). They are ignored when the file is uploaded again. */
export const RESULT_COLUMNS = ["_row", "_status", "_reason"] as const;
/** Those of a customer upload: with the number of the wallet that the row created, or of the customer who has its data already. */
export const CUSTOMER_RESULT_COLUMNS = [...RESULT_COLUMNS, "_account_number"] as const;

/**
 * A BVN or NIN in a result file: the last four digits, followed by the sealed number. The user can correct the file and upload it
 * again without seeing the number. API 2.
 */
export const SEALED_NUMBER = /^\*{7}\d{4}\.[A-Za-z0-9_-]{30,200}$/;

const Name = visibleName(100);
/** Any notation of a Nigerian mobile number, as for a single wallet. Wire 1.4. */
const MobileNumber = z
  .string()
  .refine((text) => text.length <= 40 && /^(\+?234|0)[789]\d{9}$/.test(text.replace(/[\s().-]/g, "")), {
    error: "must be a mobile number such as 08012345678",
  });
const RegisterNumber = z.union([ElevenDigits, z.string().regex(SEALED_NUMBER)], { error: "must be exactly 11 digits" });

/** What is wrong with a date of birth that the schema accepts; null if nothing. `today` in Lagos. Spec 2.3. */
export function dateOfBirthProblem(dateOfBirth: string, today: string): string | null {
  return dateOfBirth > today ? customerTexts.dateOfBirthInFuture : null;
}

/** A row of a customer upload: trimmed cells, empty cells left out. Spec 2.3. */
export const CustomerRow = z
  .object({
    first_name: Name,
    last_name: Name,
    phone_number: MobileNumber,
    date_of_birth: Day,
    bvn: RegisterNumber,
    nin: RegisterNumber.optional(),
    email: EmailAddress.optional(),
    address: z.string().max(500, "must have at most 500 characters").optional(),
    tier: z.enum(Tier.options, "must be one of TIER_1, TIER_2, TIER_3").optional(),
  })
  .refine((row) => (row.tier !== "TIER_2" && row.tier !== "TIER_3") || row.nin, {
    error: "is required for TIER_2 and TIER_3",
    path: ["nin"],
    when: ({ value }) => typeof value === "object" && value !== null,
  });
export type CustomerRow = z.infer<typeof CustomerRow>;
