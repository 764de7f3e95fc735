import type { NewCustomer } from "../../../db/customers/customers.ts";
import { findBooks, openWalletFeeAccount } from "../../../db/ledger/accounts.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { Statement } from "../../../db/statement.ts";
import { queryTogether } from "../../../db/statement-group.ts";
import {
  type NewCustomerWallet,
  takeWalletIdentifiers,
  type WalletIdentifiers,
  walletCreationStatement,
} from "../../../db/wallets/wallet-creation.ts";
import type { NewWallet } from "../../../db/wallets/wallets.ts";
import type { Refusal } from "../../../ledger/movement.ts";
import { accountNumber } from "../../account-number.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { type AuditEntry, auditStatement, recordAudit } from "../../record-audit.ts";
import { keepAnswer } from "../../stored-answers.ts";
import { moveMoney } from "../../transactions/move-money.ts";
import { refusalFacts } from "../../transactions/refusal-facts.ts";
import { type WalletCreationReply, walletCreationView } from "./wallet-creation-view.ts";

/** The created customer and wallet. `reply` is the wire payload; `freezeReason` is set when a check failed. */
export type CreatedWallet = {
  customerId: string;
  walletId: string;
  accountId: bigint;
  accountNumber: string;
  freezeReason: string | null;
  reply: WalletCreationReply;
};

/**
 * A customer with the wallet, ready to insert; it does not depend on anything read during the insert. `fee` in kobo.
 */
export type Creation = { created: CreatedWallet; rows: NewCustomerWallet; audit: AuditEntry; fee: bigint };

/** A customer who was checked. A `freezeReason` freezes the wallet. */
export type CheckedCustomer = { customer: NewCustomer; tier: 1 | 2 | 3; freezeReason: string | null };

/**
 * Prepares the wallets of new customers with account numbers; writes nothing. Spec 3.1.
 */
export async function prepareCreations(ctx: Context, checked: readonly CheckedCustomer[]): Promise<Creation[]> {
  const identifiers = await takeWalletIdentifiers(ctx.db, ctx.tenant.id, checked.length);
  return checked.map((one, index) => {
    const own = identifiers[index];
    if (!own) throw new Error("a new wallet without identifiers");
    return creationOf(ctx, one, own);
  });
}

function creationOf(
  ctx: Context,
  { customer, tier, freezeReason }: CheckedCustomer,
  { accountId, serial, bankCode, bankName, fee }: WalletIdentifiers,
): Creation {
  const { at } = customer;
  const wallet: NewWallet & { customerId: string } = {
    id: ctx.ids.next(),
    accountId,
    customerId: customer.id,
    accountNumber: accountNumber(bankCode, serial),
    accountName: `${customer.firstName} ${customer.lastName}`,
    email: customer.email,
    freeze: freezeReason === null ? null : { cause: "identity", reason: freezeReason, at },
    at,
  };
  const { customerId, id: walletId } = wallet;
  const reply = walletCreationView(ctx.tenant, { customer, wallet, tier, bank: { bankCode, bankName } });
  const status = wallet.freeze ? "FROZEN" : "ACTIVE";
  return {
    created: { customerId, walletId, accountId, accountNumber: wallet.accountNumber, freezeReason, reply },
    rows: { customer, wallet, tier },
    audit: {
      action: "wallet.create",
      object: { kind: "wallet", id: walletId },
      after: { customerId, accountNumber: wallet.accountNumber, tier: `TIER_${tier}`, status },
      reason: freezeReason,
    },
    fee,
  };
}

/**
 * Inserts a customer and the wallet with the audit row, the stored answer and, where the platform charges one, the
 * merchant's fee, all in one commit. Api 4.
 * @throws `merchant_balance_too_low` when the merchant's wallet does not cover the fee; the database's error when a
 * concurrent request created the customer first: see `isCustomerTaken`.
 */
export async function openWallet(ctx: Context, creation: Creation): Promise<void> {
  await (creation.fee > 0n ? openForFee(ctx, creation) : openFree(ctx, creation));
}

async function openFree(ctx: Context, { created, rows, audit }: Creation): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await tx.query(walletCreationStatement(ctx.tenant.id, [rows]));
    await recordAudit(tx, ctx, audit);
    await keepAnswer(tx, ctx, { payload: created.reply });
  });
}

/**
 * Opens the wallets of many customers in one commit with the caller's statements, which run first; where the platform charges no fee.
 * False where nothing was written: each then needs a commit of its own, in which the cause shows, such as a customer whom somebody
 * else created meanwhile. Api 4.
 */
export async function openTogether(
  ctx: Context,
  creations: readonly Creation[],
  first: readonly Statement[],
): Promise<boolean> {
  if (creations.some(({ fee }) => fee > 0n)) return false;
  const rows = creations.map((creation) => creation.rows);
  const audit = creations.map((creation) => creation.audit);
  const statements = [...first, walletCreationStatement(ctx.tenant.id, rows), auditStatement(ctx, audit)];
  try {
    await inTransaction(ctx.db, (tx) => queryTogether(tx, statements));
    return true;
  } catch {
    return false;
  }
}

async function openForFee(ctx: Context, { created, rows, audit, fee }: Creation): Promise<void> {
  const [books, feeAccount] = await Promise.all([
    findBooks(ctx.db, ctx.tenant.id),
    openWalletFeeAccount(ctx.db, ctx.tenant.id),
  ]);
  if (!books) throw new Error("the tenant has no books");
  const { customerId, walletId } = created;
  await moveMoney(ctx, {
    movements: [
      {
        kind: "reservation",
        source: books.merchantAccountId,
        destination: feeAccount,
        amount: fee,
        description: "Wallet creation",
        metadata: { customerId, walletId },
      },
    ],
    statements: () => [walletCreationStatement(ctx.tenant.id, [rows])],
    answer([moved]) {
      if (!moved) throw new Error("a movement without an outcome");
      if (!moved.outcome.posted) throw feeFailure(moved.outcome.refusal);
      return created.reply;
    },
    audit: ([moved]) => [{ ...audit, after: { ...audit.after, fee, reference: moved?.reference } }],
  });
}

function feeFailure(refusal: Refusal): Failure {
  const { code, message } = new Failure("merchant_balance_too_low");
  return new Failure(code, { errors: refusalFacts(refusal, message) });
}
