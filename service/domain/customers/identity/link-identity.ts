import type { IdentityFlags } from "../../../../contract/customers.ts";
import { customerTexts, freezeReasons } from "../../../../contract/texts/customers.ts";
import {
  type CustomerIdentityRow,
  findCustomerIdentity,
  findHolderOfNumber,
  isNumberTaken,
  lockCustomerIdentity,
  type NumberKind,
  updateVerifiedBvn,
  updateVerifiedNin,
} from "../../../db/customers/customer-identity.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { lockWalletOfCustomer, updateWalletFreeze } from "../../../db/wallets/wallets.ts";
import type { IdentityRecord } from "../../../providers/identity/identity-registry.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { freezeByCheck } from "../../wallet-status.ts";
import { maskedNumber } from "../customer-view.ts";
import { askRegistry, failureOf } from "./check-identity.ts";
import { isSameName } from "./name-match.ts";
import { sealNumber } from "./sealed-number.ts";

/** A number to link to a customer. */
export type ClaimedNumber = { customerId: string; kind: NumberKind; number: string };

/** The result of linking. `failure` is the freeze reason; the number is then not linked. */
export type LinkedIdentity = { flags: IdentityFlags; failure: string | null };

/**
 * Links a number that the registry confirms. A number that fails is not stored, because it may belong to someone else;
 * it freezes the wallet unless a check froze it already. Success ends no freeze, it only lifts the block on enabling.
 * The registry is called before the rows are locked, and its answer is compared with the locked rows. Spec 3.1, 4.17.
 * @throws `customer_not_found`; `identity_linked`, `identity_taken` with `errors[0].customerId`;
 * `registry_unavailable`.
 */
export async function linkIdentity(ctx: Context, claim: ClaimedNumber): Promise<LinkedIdentity> {
  const hash = ctx.providers.secrets.keyedHash(claim.number, claim.kind);
  const customer = await findCustomerIdentity(ctx.db, ctx.tenant.id, claim.customerId);
  assertFound(customer);
  const linked = existingLink(customer, claim.kind, hash);
  if (linked) return linked;
  await assertIsFree(ctx, claim, hash);
  const { kind, number } = claim;
  const record = await askRegistry(ctx, kind === "bvn" ? { bvn: number } : { nin: number }, customer);
  try {
    return await inTransaction(ctx.db, (tx) => linkOrFreeze(tx, ctx, { ...claim, hash, record }));
  } catch (error) {
    if (!isNumberTaken(error)) throw error;
    // A concurrent request linked the number first.
    await assertIsFree(ctx, claim, hash);
    throw new Failure("unavailable");
  }
}

async function linkOrFreeze(
  tx: Transaction,
  ctx: Context,
  claim: ClaimedNumber & { hash: Buffer; record: IdentityRecord | null },
): Promise<LinkedIdentity> {
  const { kind, record } = claim;
  const before = await lockCustomerIdentity(tx, ctx.tenant.id, claim.customerId);
  assertFound(before);
  const linked = existingLink(before, kind, claim.hash);
  if (linked) return linked;
  const label = labelOf(kind);
  const failure = failureOf(record, before, label);
  await recordAudit(tx, ctx, {
    action: failure === null ? `customer.link_${kind}` : `customer.link_${kind}_failed`,
    object: { kind: "customer", id: before.id },
    before: { [kind]: maskedNumber(kind === "bvn" ? before.bvnLast4 : before.ninLast4) },
    after: { [kind]: maskedNumber(claim.number.slice(-4)), [`is${label}Verified`]: failure === null },
    reason: failure,
  });
  if (record === null || failure !== null) {
    await freezeByFailedCheck(tx, ctx, before.id, failure ?? freezeReasons.lookupFailed(label));
    return { flags: { ...flagsOf(before), nameMatch: record && isSameName(record, before) }, failure };
  }
  await store(tx, ctx, { ...claim, record });
  const after = await findCustomerIdentity(tx, ctx.tenant.id, before.id);
  return { flags: flagsOf(after ?? before), failure };
}

async function store(tx: Transaction, ctx: Context, claim: ClaimedNumber & { record: IdentityRecord }): Promise<void> {
  const { customerId, kind, number, record } = claim;
  const sealed = { ...sealNumber(ctx.providers.secrets, number, { kind, customerId }), at: ctx.clock.now() };
  if (kind === "nin") return updateVerifiedNin(tx, ctx.tenant.id, customerId, sealed);
  const { firstName, lastName } = record;
  await updateVerifiedBvn(tx, ctx.tenant.id, customerId, { ...sealed, firstName, lastName });
}

async function freezeByFailedCheck(tx: Transaction, ctx: Context, customerId: string, reason: string): Promise<void> {
  const wallet = await lockWalletOfCustomer(tx, ctx.tenant.id, customerId);
  const at = ctx.clock.now();
  const frozen = wallet && freezeByCheck(wallet, reason, at);
  if (!frozen) return;
  await updateWalletFreeze(tx, ctx.tenant.id, wallet, frozen, at);
  const { freeze: before } = wallet;
  await recordAudit(tx, ctx, {
    action: "wallet.freeze",
    object: { kind: "wallet", id: wallet.id },
    before: before ? { status: "FROZEN", cause: before.cause, reason: before.reason } : { status: "ACTIVE" },
    after: { status: "FROZEN", cause: frozen.cause, reason: frozen.reason },
    reason,
  });
}

function assertFound(customer: CustomerIdentityRow | undefined): asserts customer is CustomerIdentityRow {
  if (!customer) throw new Failure("customer_not_found");
}

/**
 * The result when this number is verified already, otherwise `null`. @throws `identity_linked` when a different number
 * is verified.
 */
function existingLink(customer: CustomerIdentityRow, kind: NumberKind, hash: Buffer): LinkedIdentity | null {
  const isVerified = kind === "bvn" ? customer.isBvnVerified : customer.isNinVerified;
  if (!isVerified) return null;
  const linked = kind === "bvn" ? customer.bvnHash : customer.ninHash;
  if (linked?.equals(hash)) return { flags: flagsOf(customer), failure: null };
  throw new Failure("identity_linked", {
    message: customerTexts.numberLinked(labelOf(kind)),
  });
}

async function assertIsFree(ctx: Context, { customerId, kind }: ClaimedNumber, hash: Buffer): Promise<void> {
  const holder = await findHolderOfNumber(ctx.db, ctx.tenant.id, kind, hash);
  if (holder === undefined || holder === customerId) return;
  const message = customerTexts.numberTaken(labelOf(kind));
  throw new Failure("identity_taken", { message, errors: [{ field: kind, message, customerId: holder }] });
}

function labelOf(kind: NumberKind): "BVN" | "NIN" {
  return kind === "bvn" ? "BVN" : "NIN";
}

function flagsOf(customer: CustomerIdentityRow): IdentityFlags {
  return {
    customerId: customer.id,
    isBVNVerified: customer.isBvnVerified,
    isNINVerified: customer.isNinVerified,
    nameMatch: customer.nameMatch,
  };
}
