import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../db/pool.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import { expectBooksToBalance } from "../../testing/invariants.ts";
import { holdTestPayout, sumsByKind } from "../../testing/payouts.ts";
import { receiveBankCredit } from "../bank-credits/receive-bank-credit.ts";
import type { Context, Services } from "../context.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import type { AttemptResult } from "../payouts/decide-outcome.ts";
import { recordReport } from "../payouts/record-outcome.ts";
import { compareSettlements } from "./compare-settlements.ts";
import { listBreaks } from "./list-breaks.ts";
import { resolveBreak } from "./resolve-break.ts";

const database = useTestDatabase();
const clock = testClock();
let services: Services;

beforeAll(() => {
  services = testServices(database, { clock });
});
afterAll(async () => {
  await expectBooksToBalance(database.pool);
  await services.committer.close();
});

async function newMerchant(): Promise<Context> {
  const ctx = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
  await fundMerchantWallet(ctx, { amount: 1_000_000 });
  return ctx;
}

type Line = { sessionId: string; direction: "in" | "out"; amount: bigint };

/** Compares today's file of the bank, all of whose lines succeeded. */
async function compare({ tenant }: Context, lines: readonly Line[]): Promise<void> {
  const file = services.ids.next();
  await database.pool.query(
    `insert into settlement_files (tenant, id, rail, day, name, state, uploaded_by_name, created_at)
     values ($1, $2, 'sandbox', $3, 'file', 'waiting', 'Test', $4)`,
    [tenant.id, file, lagosDay(clock.now()), clock.now()],
  );
  for (const { sessionId, direction, amount } of lines) {
    await database.pool.query(
      `insert into settlement_lines (tenant, file, session_id, direction, amount, status, at)
       values ($1, $2, $3, $4, $5, 'succeeded', $6)`,
      [tenant.id, file, sessionId, direction, amount, clock.now()],
    );
  }
  expect(await compareSettlements(services)).toEqual({ files: 1 });
}

const openBreaks = async (ctx: Context) => (await listBreaks(ctx, { state: "open", page: 1, perPage: 20 })).breaks;

/** The bank reports a transfer to a wallet. */
const arrive = (ctx: Context, accountNumber: string, { sessionId, amount }: Line) =>
  receiveBankCredit(
    ctx,
    { name: "sandbox", mode: "SANDBOX" },
    {
      kind: "inbound",
      sessionId,
      accountNumber,
      amount,
      senderName: "Ada Obi",
      senderBankCode: "000058",
      senderAccountNumber: "0123456789",
      narration: "",
      at: clock.now(),
    },
  );

it("books nothing for a difference that a comparison is resolving, or has resolved", async () => {
  const ctx = await newMerchant();
  const { sessionId } = await holdTestPayout(ctx, { amount: 40_000n });
  await recordReport(services, { name: "sandbox" }, { sessionId, result: { outcome: "succeeded", code: "00" } });
  await compare(ctx, []);
  const breaks = await openBreaks(ctx);
  expect(breaks).toMatchObject([{ sessionId, kind: "missing_there" }]);
  const resolve = (resolution: "bank_verdict" | "book_difference") =>
    resolveBreak(ctx, { id: breaks[0]?.id ?? "", resolution, note: "Agreed with the bank" });
  const before = await sumsByKind(ctx);

  await inTransaction(database.pool, async (tx) => {
    await tx.query(
      "update reconciliation_breaks set state = 'resolved', resolution = 'agreed', resolved_at = now() where tenant = $1",
      [ctx.tenant.id],
    );
    for (const resolution of ["bank_verdict", "book_difference"] as const) {
      await expect(resolve(resolution)).rejects.toMatchObject({ code: "break_changing" });
    }
  });
  for (const resolution of ["bank_verdict", "book_difference"] as const) {
    await expect(resolve(resolution)).rejects.toMatchObject({ code: "break_resolved" });
  }
  expect(await sumsByKind(ctx)).toEqual(before);
});

it("finds no new difference in the file of the day on which a member booked one", async () => {
  const ctx = await newMerchant();
  const { accountNumber } = await createTestWallet(ctx);
  const twice: Line = { sessionId: "booked-1", direction: "in", amount: 30_000n };
  await arrive(ctx, accountNumber, twice);
  await compare(ctx, [twice, twice, { ...twice, sessionId: "booked-2" }]);
  clock.advance(86_400_000);
  const breaks = await openBreaks(ctx);
  expect(breaks.map(({ kind }) => kind).toSorted()).toEqual(["duplicate", "missing_here"]);
  for (const { id } of breaks) {
    await resolveBreak(ctx, { id, resolution: "book_difference", note: "Agreed with the bank" });
  }
  await compare(ctx, []);
  expect(await openBreaks(ctx)).toEqual([]);
});

it("leaves a difference open that the bank's verdict does not end", async () => {
  const ctx = await newMerchant();
  const { sessionId } = await holdTestPayout(ctx, { amount: 40_000n });
  const report = (result: AttemptResult) => recordReport(services, { name: "sandbox" }, { sessionId, result });
  await report({ outcome: "failed", code: "05", final: true, reason: "Not honoured" });
  await compare(ctx, [{ sessionId, direction: "out", amount: 40_000n }]);
  const [found] = await openBreaks(ctx);
  expect(found).toMatchObject({ sessionId, kind: "status_differs", difference: -40_000 });
  // Until the file of the reversal comes, the bank has paid it and we have not.
  for (const outcome of ["succeeded", "reversed"] as const) await report({ outcome, code: "00" });
  const verdict = { id: found?.id ?? "", resolution: "bank_verdict", note: "Agreed with the bank" } as const;
  await expect(resolveBreak(ctx, verdict)).rejects.toMatchObject({ code: "break_choice_impossible" });
  expect(await openBreaks(ctx)).toMatchObject([{ sessionId }]);
});

it("ends a difference by the report of a transfer that comes after its file, and books it once", async () => {
  const ctx = await newMerchant();
  const { accountNumber } = await createTestWallet(ctx);
  const late: Line = { sessionId: "late-1", direction: "in", amount: 7_700n };
  const other: Line = { ...late, sessionId: "late-2" };
  await compare(ctx, [late, other]);
  expect(await openBreaks(ctx)).toMatchObject([{ kind: "missing_here" }, { kind: "missing_here" }]);
  await arrive(ctx, accountNumber, late);
  await arrive(ctx, accountNumber, { ...other, amount: 7_000n });
  const { breaks } = await listBreaks(ctx, { state: "resolved", page: 1, perPage: 20 });
  expect(breaks).toMatchObject([{ sessionId: "late-1", resolution: "agreed", resolvedByName: "Bank" }]);
  const open = await openBreaks(ctx);
  expect(open).toMatchObject([{ sessionId: "late-2" }]);
  const booking = { id: open[0]?.id ?? "", resolution: "book_difference", note: "Agreed with the bank" } as const;
  await expect(resolveBreak(ctx, booking)).rejects.toMatchObject({ code: "break_resolved" });
  await compare(ctx, [late, other]);
  expect(await openBreaks(ctx)).toMatchObject([{ sessionId: "late-2", kind: "amount_differs", difference: 700 }]);
});
