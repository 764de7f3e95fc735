import * as z from "zod";
import { Day, ElevenDigits, EmailAddress, Tier } from "./values.ts";

/** The columns of an upload of customers, in the order of spec 2.3; their names are case-sensitive. Other columns are kept and ignored. */
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

/** What the service adds behind the columns of a file that it gives back (dashboard 9); not read when the file is sent again. */
export const RESULT_COLUMNS = ["_row", "_status", "_reason"] as const;

/**
 * A BVN or NIN in a file that the service gives back: four digits to see, the number itself sealed behind them, so that the file
 * can be repaired and sent again although nobody sees the number (api 2).
 */
export const SEALED_NUMBER = /^\*{7}\d{4}\.[A-Za-z0-9_-]{30,200}$/;

const Name = z.string().max(100, "must have at most 100 characters");
/** As single creation takes it: any way of writing a Nigerian mobile number, but none of another network (wire 1.4). */
const MobileNumber = z
  .string()
  .refine((text) => text.length <= 40 && /^(\+?234|0)[789]\d{9}$/.test(text.replace(/[\s().-]/g, "")), {
    error: "must be a mobile number such as 08012345678",
  });
const RegisterNumber = z.union([ElevenDigits, z.string().regex(SEALED_NUMBER)], { error: "must be exactly 11 digits" });

/** A row of an upload of customers: cells without surrounding white space, an empty one left out. Spec 2.3. */
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
