import { openWalletAccount } from "../../db/accounts.ts";
import { findCustomerIdLike, insertCustomer, type NewCustomer, type SealedNumber } from "../../db/customers.ts";
import { insertOutboxRow } from "../../db/outbox.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import { type FreezeRow, insertWallet, takeAccountSerial } from "../../db/wallets.ts";
import type { Secrets } from "../../providers/secrets.ts";
import type { Context } from "../context.ts";
import { checkIdentity, type IdentityCheck } from "../customers/check-identity.ts";
import { normalisePhoneNumber } from "../customers/phone-number.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { accountNumber } from "./account-number.ts";

export type CreateCustomerWalletInput = {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  dateOfBirth: string;
  bvn?: string | undefined;
  nin?: string | undefined;
  email?: string | undefined;
  address?: string | undefined;
  metadata?: object | undefined;
  /** The caller's own ID for the customer; made here when absent. */
  customerId?: string | undefined;
};

export type CreatedWallet = {
  customerId: string;
  walletId: string;
  accountId: bigint;
  accountNumber: string;
  freezeReason: string | null;
};

/**
 * Creates a customer and the wallet, at TIER_1. The registries are asked first; numbers that fail create it FROZEN with the
 * reason, an outage creates nothing. BVN and NIN are kept sealed and hashed. Emits `customer.created`. Spec 3.1, 4.20; api 3.
 * @throws `validation_failed`, `registry_unavailable`, `customer_exists` with `errors[0].customerId`.
 */
export async function createCustomerWallet(ctx: Context, input: CreateCustomerWalletInput): Promise<CreatedWallet> {
  const identified = withNumbers(ctx.providers.secrets, input, input.customerId ?? ctx.ids.next());
  await assertIsNew(ctx, identified);
  const { phoneNumber } = identified;
  const check = await checkIdentity(ctx.providers.identity, { ...input, phoneNumber }, identified.plain);
  const customer = newCustomer(input, identified, check, ctx.clock.now());

  const created = await inTransaction(ctx.db, async (tx) => {
    const added = await insertCustomer(tx, ctx.tenant.id, customer);
    return added ? await openWallet(tx, ctx, customer, check.failure) : null;
  });
  if (created) return created;
  // Somebody else was faster by a moment.
  await assertIsNew(ctx, identified);
  throw new Failure("customer_exists");
}

type Identified = {
  id: string;
  phoneNumber: string;
  plain: { bvn: string | null; nin: string | null };
  bvn: SealedNumber | null;
  nin: SealedNumber | null;
};

function withNumbers(secrets: Secrets, input: CreateCustomerWalletInput, id: string): Identified {
  const phoneNumber = normalisePhoneNumber(input.phoneNumber);
  if (!phoneNumber) throw invalid("phoneNumber", "must be a Nigerian mobile number, 080… or +23480…");
  if (!input.bvn && !input.nin) throw invalid("bvn", "is required, or nin");
  const plain = { bvn: input.bvn ?? null, nin: input.nin ?? null };
  return { id, phoneNumber, plain, bvn: seal(secrets, plain.bvn, "bvn"), nin: seal(secrets, plain.nin, "nin") };
}

function invalid(field: string, message: string): Failure {
  return new Failure("validation_failed", { message: `${field} ${message}`, errors: [{ field, message }] });
}

function seal(secrets: Secrets, number: string | null, purpose: "bvn" | "nin"): SealedNumber | null {
  if (number === null) return null;
  return {
    hash: secrets.keyedHash(number, purpose),
    sealed: secrets.seal(number, purpose),
    last4: number.slice(-4),
  };
}

async function assertIsNew(ctx: Context, { id, phoneNumber, bvn, nin }: Identified): Promise<void> {
  const like = { id, phoneNumber, bvnHash: bvn?.hash ?? null, ninHash: nin?.hash ?? null };
  const customerId = await findCustomerIdLike(ctx.db, ctx.tenant.id, like);
  if (!customerId) return;
  throw new Failure("customer_exists", { errors: [{ message: "Customer already exist.", customerId }] });
}

function newCustomer(
  input: CreateCustomerWalletInput,
  identified: Identified,
  check: IdentityCheck,
  at: Date,
): NewCustomer {
  const { id, phoneNumber, bvn, nin } = identified;
  return {
    id,
    firstName: input.firstName,
    lastName: input.lastName,
    // `.invalid` never resolves: nothing is ever sent there.
    email: input.email ?? `${phoneNumber.slice(1)}@no-email.invalid`,
    phoneNumber,
    dateOfBirth: input.dateOfBirth,
    address: input.address ?? null,
    metadata: input.metadata ?? {},
    bvn,
    bvnFirstName: check.bvn?.firstName ?? null,
    bvnLastName: check.bvn?.lastName ?? null,
    bvnVerifiedAt: check.isBvnVerified ? at : null,
    nin,
    ninVerifiedAt: check.isNinVerified ? at : null,
    nameMatch: check.nameMatch,
    at,
  };
}

async function openWallet(
  tx: Transaction,
  ctx: Context,
  customer: NewCustomer,
  failure: string | null,
): Promise<CreatedWallet> {
  const tenant = ctx.tenant.id;
  const { id: customerId, at } = customer;
  const freeze: FreezeRow | null = failure === null ? null : { cause: "identity", reason: failure, at };
  const accountId = await openWalletAccount(tx, tenant, { tier: 1, frozen: freeze !== null });
  const { serial, bankCode } = await takeAccountSerial(tx);
  const wallet = {
    id: ctx.ids.next(),
    accountId,
    customerId,
    accountNumber: accountNumber(bankCode, serial),
    accountName: `${customer.firstName} ${customer.lastName}`,
    email: customer.email,
    freeze,
    at,
  };
  await insertWallet(tx, tenant, wallet);
  await insertOutboxRow(tx, { tenant, kind: "customer.created", objectId: customerId, at });
  await recordAudit(tx, ctx, {
    action: "wallet.create",
    object: { kind: "wallet", id: wallet.id },
    after: { customerId, accountNumber: wallet.accountNumber, tier: "TIER_1", status: freeze ? "FROZEN" : "ACTIVE" },
    reason: failure,
  });
  return { customerId, walletId: wallet.id, accountId, accountNumber: wallet.accountNumber, freezeReason: failure };
}
