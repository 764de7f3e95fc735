import { type AccountKind, openRailAccounts } from "../db/ledger/accounts.ts";
import { findPayoutOfSession, type PayoutRow } from "../db/payouts/payout-states.ts";
import type { Context } from "../domain/context.ts";
import { holdOf } from "../domain/payouts/payout-bookings.ts";
import { newSessionId } from "../domain/payouts/session-id.ts";
import { moveMoney } from "../domain/transactions/move-money.ts";

export type TestPayout = { id: string; reference: string; sessionId: string };

/**
 * Holds the money of a payout from the merchant wallet, as the verb does after its checks: fee 2,500, VAT 188 and duty 5,000 kobo. The
 * last two digits of the number say what the sandbox bank does.
 */
export async function holdTestPayout(
  ctx: Context,
  payout: { accountNumber?: string; amount?: bigint; rail?: string; stripe?: number; accountName?: string } = {},
): Promise<TestPayout> {
  const { accountNumber = "0123456700", amount = 1_500_000n, rail = "sandbox", stripe = 0 } = payout;
  const accounts = await openRailAccounts(ctx.db, ctx.tenant.id);
  const { rows } = await ctx.db.query<{ id: string; account: bigint }>(
    `select w.id, a.id as account from accounts a join wallets w on w.tenant = a.tenant and w.account_id = a.id
     where a.tenant = $1 and a.kind = 'merchant' and a.kind <> 'wallet'`,
    [ctx.tenant.id],
  );
  const [source] = rows;
  if (!source) throw new Error("the merchant has no wallet");
  const id = ctx.ids.next();
  const reference = `PAYOUT-${id}`;
  const sessionId = newSessionId("999001", ctx.clock.now());
  const charges = { fee: 2_500n, vat: 188n, duty: 5_000n };
  const booked = { source: source.account, stripe, customerId: null, amount, ...charges };
  await moveMoney(ctx, {
    movements: [{ ...holdOf(booked, accounts), id, reference }],
    answer(moved) {
      if (!moved[0]?.outcome.posted) throw new Error("the hold was refused");
      return {};
    },
    audit: () => [],
    statements: (_moved, at) => [
      {
        name: "test-payout",
        text: `with made as (
            insert into payouts (tenant, id, reference, state, source, stripe, wallet_id, amount, fee, vat, duty, bank_code,
              bank_name, account_number, account_name, name_match, narration, actor, actor_name, created_at, updated_at)
            values ($1, $2, $3, 'held', $4, $5, $6, $7, $8, $9, $10, '000013', 'GTBank', $11, $12, 'BANK', 'Test', 'job:test',
              'Test', $13, $13)
          ), attempted as (
            insert into payout_attempts (tenant, payout, n, session_id, rail, state, due_at, created_at)
            values ($1, $2, 1, $14, $15, 'ready', $13, $13)
          )
          insert into payout_history (tenant, payout, n, state, actor_name, at) values ($1, $2, 0, 'held', 'Test', $13)`,
        values: [
          ctx.tenant.id,
          id,
          reference,
          source.account,
          stripe,
          source.id,
          amount,
          charges.fee,
          charges.vat,
          charges.duty,
          accountNumber,
          payout.accountName ?? "Ada Obi",
          at,
          sessionId,
          rail,
        ],
      },
    ],
  });
  return { id, reference, sessionId };
}

/** The payout of a session, as the worker reads it. */
export async function readTestPayout(ctx: Context, sessionId: string, rail = "sandbox"): Promise<PayoutRow> {
  const payout = await findPayoutOfSession(ctx.db, rail, sessionId);
  if (!payout) throw new Error("no such payout");
  return payout;
}

/** The sums of a tenant's internal accounts, by kind. Kobo. */
export async function sumsByKind({ db, tenant }: Context): Promise<Partial<Record<AccountKind, bigint>>> {
  const { rows } = await db.query<{ kind: string; balance: bigint }>(
    "select kind, sum(balance)::bigint as balance from accounts where tenant = $1 group by kind",
    [tenant.id],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}
