import * as z from "zod";
import { customers, endpoint, keys, membersAndKeys } from "./endpoint.ts";
import { CappedMetadata, success } from "./envelope.ts";
import {
  AccountNumber,
  Day,
  ElevenDigits,
  Facts,
  Flag,
  Id,
  Instant,
  include,
  Kobo,
  Paging,
  PersonName,
  PhoneNumber,
  RequestMetadata,
  SearchText,
  SixDigitCode,
  Tier,
  WalletStatus,
} from "./values.ts";
import { Tag } from "./wallet-notes.ts";

const Masked = z.string().regex(/^\*+\d{4}$/);

/** A customer with the wallet's identifiers. BVN and NIN show their last four digits only. Wire 3.1. */
export const Customer = z
  .object({
    id: Id,
    bvn: Masked.nullable(),
    nin: Masked.nullable(),
    firstName: z.string(),
    lastName: z.string(),
    BVNFirstName: z.string().nullable(),
    BVNLastName: z.string().nullable(),
    nameMatch: z.boolean().nullable(),
    email: z.string(),
    phoneNumber: z.string(),
    dateOfBirth: Day,
    address: z.string().nullable(),
    tier: Tier,
    isBVNVerified: z.boolean(),
    isBVNVerificationRequired: z.boolean(),
    isNINVerified: z.boolean(),
    isPhoneVerified: z.boolean(),
    metadata: Facts,
    walletId: Id,
    accountNumber: AccountNumber,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Customer" });
export type Customer = z.infer<typeof Customer>;

/** A customer in a list: `metadata` is there with `include=metadata`. */
const ListedCustomer = Customer.partial({ metadata: true }).meta({ id: "ListedCustomer" });
export type ListedCustomer = z.infer<typeof ListedCustomer>;

const Balance = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * The filters of the wallet and customer lists. `activeIn` is a month (`2026-11`) or the Monday of a week (`2026-11-16`) in which a posted
 * transaction moved money into or out of the wallet. Days are Africa/Lagos, balances kobo; all bounds are included. `nearLimit`: the balance is
 * above nine tenths of the tier's highest balance, or what left the wallet today above nine tenths of its daily limit. API 3.
 */
export const CustomerFilters = Paging.extend({
  search: SearchText.optional(),
  status: WalletStatus.optional(),
  tier: Tier.optional(),
  postNoCredit: Flag.optional(),
  tag: Tag.optional(),
  activeIn: z
    .union(
      [Day.refine((day) => new Date(day).getUTCDay() === 1), z.string().regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/)],
      {
        error: "must be a month such as 2026-01, or the Monday of a week such as 2026-01-05",
      },
    )
    .optional(),
  createdFrom: Day.optional(),
  createdTo: Day.optional(),
  minBalance: Balance.optional(),
  maxBalance: Balance.optional(),
  nearLimit: z.enum(["balance", "daily"]).optional(),
});
/** The filters of a list of wallets or customers, without its page. */
export type WalletFilters = Omit<z.infer<typeof CustomerFilters>, "page" | "perPage">;

const UpdateCustomerBody = z
  .object({
    firstName: PersonName,
    lastName: PersonName,
    address: z.string().trim().max(500).nullable(),
    phoneNumber: PhoneNumber,
    metadata: RequestMetadata,
    tier: z.never("cannot be changed here; use PATCH /customer/tier"),
  })
  .partial()
  .meta({ examples: [{ phoneNumber: "08012345678", address: "12 Marina, Lagos" }] });
export type UpdateCustomerBody = z.input<typeof UpdateCustomerBody>;

const IdentityFlags = z.object({
  customerId: Id,
  isBVNVerified: z.boolean(),
  isNINVerified: z.boolean(),
  nameMatch: z.boolean().nullable(),
});
export type IdentityFlags = z.infer<typeof IdentityFlags>;

const MatchBvnQuery = z
  .object({
    bvn: ElevenDigits,
    customerId: Id.optional(),
    firstName: PersonName.optional(),
    lastName: PersonName.optional(),
    dateOfBirth: Day.optional(),
  })
  .refine((query) => query.customerId ?? (query.firstName && query.lastName && query.dateOfBirth), {
    error: "is required, or firstName, lastName and dateOfBirth instead",
    path: ["customerId"],
  })
  .meta({ examples: [{ bvn: "22212345678", customerId: "0190a000-0000-7000-8000-000000000001" }] });

/** The e-mail verification calls the code `verificationCode`: both names are accepted. Wire 4.17. */
const CompletePhoneBody = z
  .object({ code: SixDigitCode.optional(), verificationCode: SixDigitCode.optional() })
  .refine((body) => (body.code ?? body.verificationCode) !== undefined, { error: "is required", path: ["code"] })
  .meta({ examples: [{ code: "123456" }] });

const base = { tag: "Customers", callers: membersAndKeys, status: 200 } as const;
const record = { ...base, extension: true, dashboard: true } as const;
const identity = { ...base, extension: false, permission: "BVN_VERIFICATION" } as const;
const phone = {
  ...base,
  extension: false,
  callers: customers,
  permission: null,
  dashboard: false,
} as const;

export const customerEndpoints = {
  listCustomers: endpoint({
    ...record,
    method: "GET",
    path: "/customer",
    replica: true,
    summary: "List and search customers",
    source: "api 3, wire 5",
    permission: "BROWSE_CUSTOMERS",
    query: CustomerFilters.extend(include),
    reply: success({ customers: z.array(ListedCustomer), metadata: CappedMetadata }),
  }),
  getCustomer: endpoint({
    ...record,
    method: "GET",
    path: "/customer/{id}",
    summary: "Get a customer",
    source: "api 3, wire 5",
    permission: "BROWSE_CUSTOMERS",
    params: z.object({ id: Id }),
    reply: success({ customer: Customer }),
  }),
  getCustomerByPhone: endpoint({
    ...record,
    dashboard: false,
    method: "GET",
    path: "/customer/phone",
    summary: "Get a customer by phone number",
    source: "api 3, wire 5",
    permission: "BROWSE_CUSTOMERS",
    query: z.object({ phoneNumber: PhoneNumber }),
    reply: success({ customer: Customer }),
  }),
  updateCustomer: endpoint({
    ...record,
    method: "PUT",
    path: "/customer/{id}",
    summary: "Change name, address, phone number or metadata of a customer",
    source: "api 3, wire 5",
    permission: "UPDATE_CUSTOMERS",
    params: z.object({ id: Id }),
    body: UpdateCustomerBody,
    reply: success({ customer: Customer }),
  }),
  lookUpBvn: endpoint({
    ...identity,
    dashboard: false,
    method: "GET",
    path: "/bvn/lookup",
    summary: "Look up a BVN in the registry",
    source: "spec 4.17, api 3",
    query: z.object({ bvn: ElevenDigits }),
    reply: success({
      data: z.object({
        bvn: ElevenDigits,
        firstName: z.string(),
        lastName: z.string(),
        dateOfBirth: Day,
        phoneNumber: z.string(),
      }),
    }),
  }),
  matchBvn: endpoint({
    ...identity,
    dashboard: false,
    method: "GET",
    path: "/bvn/match",
    summary: "Check that a BVN belongs to a customer",
    source: "spec 4.17, api 3",
    query: MatchBvnQuery,
    reply: success({ data: z.object({ match: z.boolean(), score: z.int().min(0).max(100) }) }),
  }),
  linkBvn: endpoint({
    ...identity,
    dashboard: true,
    method: "PATCH",
    path: "/customer/bvn",
    summary: "Link a BVN to a customer",
    source: "spec 4.17, api 3",
    // A failed check is a success on the wire: the wallet has been frozen.
    message: ["BVN successfully linked.", "BVN check failed. The wallet is frozen."],
    body: z.object({ customerId: Id, bvn: ElevenDigits }),
    reply: success({ data: IdentityFlags }),
  }),
  linkNin: endpoint({
    ...identity,
    dashboard: true,
    method: "PATCH",
    path: "/customer/nin",
    summary: "Link a NIN to a customer",
    source: "spec 4.17, api 3",
    message: ["NIN successfully linked.", "NIN check failed. The wallet is frozen."],
    body: z.object({ customerId: Id, nin: ElevenDigits }),
    reply: success({ data: IdentityFlags }),
  }),
  changeTier: endpoint({
    ...identity,
    dashboard: true,
    method: "PATCH",
    path: "/customer/tier",
    summary: "Move a customer to a tier",
    message: "Customer tier successfully changed.",
    source: "spec 4.17, api 3",
    body: z.object({ customerId: Id, tier: Tier }),
    reply: success({
      data: z.object({ customerId: Id, tier: Tier, dailyLimit: Kobo.nullable(), maxBalance: Kobo.nullable() }),
    }),
  }),
  // Takes no Idempotency-Key: the stored response would contain the token, of which only a hash is kept.
  createCustomerToken: endpoint({
    ...record,
    dashboard: false,
    callers: keys,
    method: "POST",
    path: "/customer/token",
    summary: "Create a customer token for phone verification, valid for 15 minutes",
    source: "api 3",
    permission: "BVN_VERIFICATION",
    status: 201,
    body: z.object({ customerId: Id }),
    reply: success({ data: z.object({ token: z.string(), expiresAt: Instant }) }),
  }),
  startPhoneVerification: endpoint({
    ...phone,
    method: "POST",
    path: "/customer/verification/phone/start",
    summary: "Send a code to the customer's phone",
    source: "spec 4.17, api 3",
    reply: success({
      data: z.object({
        expiresAt: Instant,
        code: z.string().optional().describe("Only in SANDBOX, where no text message is sent."),
      }),
    }),
  }),
  completePhoneVerification: endpoint({
    ...phone,
    method: "POST",
    path: "/customer/verification/phone/complete",
    summary: "Complete the phone verification with the code",
    source: "spec 4.17, api 3",
    body: CompletePhoneBody,
    reply: success({ data: z.object({ customerId: Id, isPhoneVerified: z.boolean() }) }),
  }),
};
