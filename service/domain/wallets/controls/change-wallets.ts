import {
  type BulkOutcome,
  type BulkResult,
  type BulkWalletsBody,
  MOST_WALLETS_AT_ONCE,
} from "../../../../contract/bulk-wallets.ts";
import { failures } from "../../../../contract/errors.ts";
import { areWalletsFrozen } from "../../../db/merchant/settings.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import {
  findAccountsOfCustomers,
  type LockedForChange,
  lockWalletsOfAccounts,
  updateWalletsFreeze,
  updateWalletsPostNoCredit,
} from "../../../db/wallets/bulk-wallets.ts";
import type { Context } from "../../context.ts";
import { findAllCustomerAccounts } from "../../customers/find-customer-accounts.ts";
import { Failure } from "../../failure.ts";
import { type AuditEntry, recordAudit, recordAudits } from "../../record-audit.ts";
import { keepAnswer } from "../../stored-answers.ts";
import { freeze, refusalOfEnabling } from "../../wallet-status.ts";

export type WalletsChange = "freeze" | "enable" | "block_credits" | "allow_credits";

/** `by` is the failure that a single change of the wallet would get. */
type Verdict = { result: "changed" | "unchanged" | "refused"; by: Failure | null };

const ACTIONS = {
  freeze: "freeze",
  enable: "enable",
  block_credits: "enable_post_no_credit",
  allow_credits: "disable_post_no_credit",
} as const;

/**
 * Freezes or unfreezes up to 5,000 wallets, or blocks or allows their credits, in one transaction: by customer, or all that match
 * filters. A wallet that cannot be changed does not stop the others. Each changed wallet has the audit row of a single change, and the
 * action has one of its own. Decision 0115.
 * @throws `selection_changed` if another number matches the filters than expected
 */
export async function changeWallets(
  ctx: Context,
  change: WalletsChange,
  input: BulkWalletsBody,
): Promise<{ data: BulkResult }> {
  const tenant = ctx.tenant.id;
  const { customerIds, reason } = input;
  // Before the transaction: a search inside it would hold a second connection.
  const matching = customerIds ? undefined : await findMatching(ctx, input);
  return await inTransaction(ctx.db, async (tx) => {
    const accounts = matching ?? (await findAccountsOfCustomers(tx, tenant, customerIds ?? []));
    const wallets = await lockWalletsOfAccounts(tx, tenant, accounts);
    const isEmergency = change === "enable" && (await areWalletsFrozen(tx, tenant));
    const judged = wallets.map((wallet) => ({ wallet, verdict: verdictOf(change, wallet, isEmergency) }));
    const changed = judged.filter(({ verdict }) => verdict.result === "changed").map(({ wallet }) => wallet);
    await store(tx, ctx, { change, reason, accounts: changed.map(({ accountId }) => accountId) });
    await recordAudits(
      tx,
      ctx,
      judged.flatMap(({ wallet, verdict }) => entryOf(change, wallet, { verdict, reason }) ?? []),
    );
    const known = judged.map(({ wallet, verdict }) => outcomeOf(wallet, verdict));
    const found = new Set(wallets.map(({ customerId }) => customerId));
    const missing = [...new Set(customerIds ?? [])].filter((id) => !found.has(id)).map(missingOutcome);
    const data = resultOf([...known, ...missing]);
    const { outcomes: _, ...counts } = data;
    await recordAudit(tx, ctx, {
      action: `wallets.${ACTIONS[change]}`,
      object: { kind: "merchant", id: ctx.tenant.merchantId },
      after: counts,
      reason,
    });
    await keepAnswer(tx, ctx, { payload: { data } });
    return { data };
  });
}

async function findMatching(ctx: Context, { matching = {}, expected }: BulkWalletsBody): Promise<bigint[]> {
  const accounts: bigint[] = [];
  for await (const found of findAllCustomerAccounts(ctx, matching, MOST_WALLETS_AT_ONCE + 1)) {
    accounts.push(...found.accounts);
    if (found.isCut || accounts.length > MOST_WALLETS_AT_ONCE) throw new Failure("selection_changed");
  }
  if (accounts.length !== expected) throw new Failure("selection_changed");
  return accounts;
}

const CHANGED: Verdict = { result: "changed", by: null };

function verdictOf(change: WalletsChange, wallet: LockedForChange, isEmergency: boolean): Verdict {
  switch (change) {
    case "freeze":
      return wallet.freeze ? { result: "unchanged", by: new Failure("wallet_already_frozen") } : CHANGED;
    case "enable": {
      if (!wallet.freeze && isEmergency) return { result: "refused", by: new Failure("wallet_frozen_in_emergency") };
      if (!wallet.freeze) return { result: "unchanged", by: new Failure("wallet_already_active") };
      const by = refusalOfEnabling(wallet);
      return by ? { result: "refused", by } : CHANGED;
    }
    case "block_credits":
      return wallet.postNoCredit ? { result: "unchanged", by: null } : CHANGED;
    case "allow_credits":
      return wallet.postNoCredit ? CHANGED : { result: "unchanged", by: null };
  }
}

type Stored = { change: WalletsChange; reason: string; accounts: readonly bigint[] };

async function store(tx: Transaction, ctx: Context, { change, reason, accounts }: Stored): Promise<void> {
  const at = ctx.clock.now();
  const tenant = ctx.tenant.id;
  if (change === "freeze" || change === "enable") {
    const state = change === "freeze" ? freeze({ freeze: null, isBvnVerified: false }, reason, at) : null;
    await updateWalletsFreeze(tx, tenant, accounts, { freeze: state, at });
  } else {
    const blocked = change === "block_credits" ? { reason, by: ctx.actor.name } : null;
    await updateWalletsPostNoCredit(tx, tenant, accounts, { blocked, at });
  }
}

/** The audit row of one wallet, the same as of a single change; none where nothing changed. */
function entryOf(
  change: WalletsChange,
  wallet: LockedForChange,
  { verdict, reason }: { verdict: Verdict; reason: string },
): AuditEntry | null {
  const object = { kind: "wallet", id: wallet.id };
  const frozen = { status: "FROZEN", cause: wallet.freeze?.cause, reason: wallet.freeze?.reason };
  if (verdict.result === "refused" && wallet.freeze) {
    return { action: "wallet.enable_refused", object, before: frozen, after: frozen, reason: wallet.freeze.reason };
  }
  if (verdict.result !== "changed") return null;
  const action = `wallet.${ACTIONS[change]}` as const;
  switch (change) {
    case "freeze":
      return { action, object, before: { status: "ACTIVE" }, after: { ...frozen, cause: "staff", reason }, reason };
    case "enable":
      return { action, object, before: frozen, after: { status: "ACTIVE" }, reason };
    default: {
      const postNoCredit = change === "block_credits";
      return { action, object, before: { postNoCredit: !postNoCredit }, after: { postNoCredit }, reason };
    }
  }
}

function outcomeOf({ customerId, accountNumber }: LockedForChange, { result, by }: Verdict): BulkOutcome {
  return { customerId, accountNumber, result, message: by?.message ?? null };
}

function missingOutcome(customerId: string): BulkOutcome {
  return { customerId, accountNumber: null, result: "refused", message: failures.customer_not_found.message };
}

function resultOf(outcomes: BulkOutcome[]): BulkResult {
  const count = (result: BulkOutcome["result"]) => outcomes.filter((one) => one.result === result).length;
  const [changed, unchanged, refused] = [count("changed"), count("unchanged"), count("refused")];
  return { total: outcomes.length, changed, unchanged, refused, outcomes };
}
