import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { Metadata, success } from "./envelope.ts";
import { SortCode } from "./payout-records.ts";
import { AccountNumber, Id, Instant, Paging, SearchText } from "./values.ts";

/** A saved account at a bank. `name` is the name that the bank gave at `verifiedAt`. Rails 2. */
export const Beneficiary = z
  .object({
    id: Id,
    customerId: Id.nullable(),
    name: z.string(),
    bankCode: z.string(),
    bankName: z.string(),
    accountNumber: AccountNumber,
    verifiedAt: Instant,
    createdAt: Instant,
  })
  .meta({ id: "Beneficiary" });
export type Beneficiary = z.infer<typeof Beneficiary>;

const beneficiaries = { tag: "Bank transfers", extension: true, callers: membersAndKeys, dashboard: true } as const;

export const beneficiaryEndpoints = {
  listBeneficiaries: endpoint({
    ...beneficiaries,
    method: "GET",
    path: "/beneficiary",
    replica: true,
    summary: "List saved bank accounts of a customer, or the merchant's own, by name",
    source: "rails 2",
    permission: "BROWSE_TRANSACTIONS",
    status: 200,
    query: Paging.extend({ customerId: Id.optional(), search: SearchText.optional() }),
    reply: success({ beneficiaries: z.array(Beneficiary), metadata: Metadata }),
  }),
  addBeneficiary: endpoint({
    ...beneficiaries,
    method: "POST",
    path: "/beneficiary",
    summary: "Save a bank account with the name that the bank gives",
    source: "rails 2",
    permission: "TRANSFER_TO_BANK",
    status: 201,
    idempotent: true,
    body: z
      .object({ sortCode: SortCode, accountNumber: AccountNumber, customerId: Id.optional() })
      .meta({ examples: [{ sortCode: "000013", accountNumber: "0123456700" }] }),
    reply: success({ beneficiary: Beneficiary }),
  }),
  removeBeneficiary: endpoint({
    ...beneficiaries,
    method: "DELETE",
    path: "/beneficiary/{id}",
    summary: "Remove a saved bank account",
    source: "rails 2",
    permission: "TRANSFER_TO_BANK",
    status: 200,
    params: z.object({ id: Id }),
    reply: success({}),
  }),
};
