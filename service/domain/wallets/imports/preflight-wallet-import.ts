import type * as z from "zod";
import { CUSTOMER_COLUMNS, dateOfBirthProblem } from "../../../../contract/customer-row.ts";
import { failures } from "../../../../contract/errors.ts";
import type { WalletPreflightBody, WalletPreflightResult } from "../../../../contract/wallet-creation.ts";
import { findCustomersLike, type LikeCustomer } from "../../../db/customers/customers.ts";
import { lagosDay } from "../../../ledger/lagos-day.ts";
import type { Context } from "../../context.ts";
import { missingDocument } from "../../customers/identity/tier-documents.ts";
import { normalisePhoneNumber } from "../../phone-number.ts";
import { hiddenNumbers } from "./import-cells.ts";
import { readRow } from "./import-row.ts";

const TIERS = ["TIER_1", "TIER_2", "TIER_3"] as const;

/**
 * Checks rows of a customer file before it is sent, by the rules that the import applies: why a row would be skipped, the customer who
 * has its phone number, BVN, NIN or e-mail already, the tier it gets and the highest tier that its documents allow once the registries
 * confirm them. Asks no registry, stores nothing. Returns the wire payload, in order. API 5, decision 0129.
 */
export async function preflightWalletImport(
  ctx: Context,
  { customers }: z.infer<typeof WalletPreflightBody>,
): Promise<WalletPreflightResult[]> {
  const { secrets } = ctx.providers;
  const hidden = hiddenNumbers(secrets, ctx.tenant.id);
  const today = lagosDay(ctx.clock.now());
  const rows = customers.map((row) => {
    const read = readRow(
      CUSTOMER_COLUMNS,
      CUSTOMER_COLUMNS.map((column) => row[column] ?? ""),
      hidden,
    );
    const wrong = "reason" in read ? null : dateOfBirthProblem(read.input.dateOfBirth, today);
    return wrong === null ? read : { reason: `date_of_birth ${wrong}` };
  });
  const hashOf = (number: string | undefined, kind: "bvn" | "nin") => (number ? secrets.keyedHash(number, kind) : null);
  const wanted = rows.map((row) => {
    if (!("input" in row)) return { phoneNumber: null, bvnHash: null, ninHash: null, email: null };
    const { phoneNumber, bvn, nin, email = null } = row.input;
    const hashes = { bvnHash: hashOf(bvn, "bvn"), ninHash: hashOf(nin, "nin") };
    return { phoneNumber: normalisePhoneNumber(phoneNumber), ...hashes, email };
  });
  const found = await findCustomersLike(ctx.db, ctx.tenant.id, wanted);
  return rows.map((row, index) => resultOf(row, found.get(index)));
}

function resultOf(row: ReturnType<typeof readRow>, existing: LikeCustomer | undefined): WalletPreflightResult {
  if (!("input" in row)) return { reason: row.reason, existing: null, tier: null, documentsTier: null };
  const { bvn, nin, tier } = row.input;
  const documents = { isBvnVerified: bvn !== undefined, isNinVerified: nin !== undefined };
  const highest = ([3, 2, 1] as const).find((one) => missingDocument(documents, one) === null) ?? 1;
  return {
    // Two customers may share an e-mail address.
    reason: existing && existing.by !== "email" ? failures.customer_exists.message : null,
    existing: existing ?? null,
    tier: TIERS[tier - 1] ?? null,
    documentsTier: TIERS[highest - 1] ?? null,
  };
}
