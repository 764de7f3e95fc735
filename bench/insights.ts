import { DeclineCode } from "../contract/card-authorizations.ts";
import { catchUpActivity } from "../service/testing/catch-up-rollups.ts";
import {
  askMerchant,
  type LoadedMerchant,
  say,
  sayRate,
  startTimes,
  withLoadedMerchants,
} from "./support/endpoint-times.ts";

// Measures every endpoint of Insights over many transactions in two years, beside a reading of one row, and how fast the sums catch up.
// Uses the whole service except the socket. Goal: p95 of each at most 50 ms at 10 million transactions.
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 100);
const GOAL_MS = 50;

// The longest period and the one before it, until yesterday in Lagos.
const DAYS = 2 * 366;
const daysAgo = (count: number) => new Date(Date.now() + 3_600_000 - count * 86_400_000).toISOString().slice(0, 10);
const from = daysAgo(DAYS);
const SPANS = [14, 90, 366].map((days) => ({
  name: `${days} days`,
  query: `startDate=${daysAgo(days)}&endDate=${daysAgo(1)}`,
}));
const OF_PERIOD = ["cash-position", "volumes", "charges", "success", "busy-hours", "cards"];
const OTHERS = ["active-wallets", "wallet-levels", `top-customers?month=${daysAgo(32).slice(0, 7)}`];

// The lists that the figures open count up to 50,000 rows, as all lists do.
const ROWS = [
  "volume",
  "moneyOut",
  "platformFees",
  "vat",
  "requests",
  "failed",
  "posted&weekday=1&hour=9",
  "cardAuthorized",
];
const month = daysAgo(32).slice(0, 7);
const WALLETS = [
  `activeIn=${month}`,
  `activeIn=${month}&createdTo=${month}-01`,
  "minBalance=1",
  "maxBalance=0",
  "nearLimit=daily",
];

await withLoadedMerchants("insights", { from, days: DAYS }, async (merchant) => {
  await sayRate("Added to the activity of wallets, in large steps", async () => {
    await catchUpActivity(merchant.app.services, 200_000);
    const { rows } = await merchant.pool.query<{ n: bigint }>("select sum(n)::bigint as n from transaction_hours");
    return Number(rows[0]?.n);
  });
  await loadOtherSums(merchant);
  await merchant.pool.query("vacuum analyze");
  await assertProven(merchant);
  const time = await startTimes(merchant, ROUNDS, GOAL_MS);
  for (const { name, query } of SPANS) {
    for (const figure of OF_PERIOD) {
      await time(`${figure}, ${name}`, () => askMerchant(merchant, `/merchant/insights/${figure}?${query}`));
    }
  }
  for (const figure of OTHERS) await time(figure, () => askMerchant(merchant, `/merchant/insights/${figure}`));
  const timeList = await startTimes(merchant, Math.ceil(ROUNDS / 10));
  for (const { name, query } of SPANS) {
    for (const rows of ROWS) {
      const path = `/merchant/insights/rows?figure=${rows}&${query}`;
      await timeList(`${rows}, ${name}`, () => askMerchant(merchant, path));
    }
  }
  for (const filter of WALLETS)
    await timeList(`wallets, ${filter}`, () => askMerchant(merchant, `/wallet?page=1&perPage=20&${filter}`));
});

/** What payments of the other kinds, batches and payouts leave in the sums: each kind, 25 reasons of failures and all declines of cards on each day. */
async function loadOtherSums({ app, pool }: LoadedMerchant): Promise<void> {
  const { id: tenant } = app.ctx.tenant;
  const days = `generate_series(0, ${DAYS - 1}) day`;
  await pool.query(
    `insert into transaction_days (tenant, day, kind, n, amount, fee_base, fee_merchant)
     select $1, $2::date + day, kind, 40 + day, 100000 + day, 2500, 1000 from ${days} cross join unnest(array['payout',
       'merchant_payout', 'payout_return', 'bank_credit', 'merchant_bank_credit', 'bank_booking', 'card_hold', 'card_payment', 'card_release',
       'card_refund', 'card_booking']) kind`,
    [tenant, from],
  );
  await pool.query(
    `insert into failure_days (tenant, day, source, code, n)
     select $1, $2::date + day, case when code < 12 then 'batch' else 'payout' end, lpad(code::text, 2, '0'), 1 + day + code
     from ${days} cross join generate_series(0, 24) code`,
    [tenant, from],
  );
  await pool.query(
    `insert into charge_days (tenant, day, kind, charge, amount)
     select $1, $2::date + day, 'bank_booking', charge, 188000 + day from ${days} cross join (values ('vat'), ('duty')) of (charge)`,
    [tenant, from],
  );
  await pool.query(
    `insert into card_days (tenant, day, what, code, n, amount)
     select $1, $2::date + day, what, code, 30 + day, 500000 + day from ${days} cross join (
       values ('authorized', ''), ('cleared', ''), ('refunded', '') union all select 'declined', code from unnest($3::text[]) code
     ) of (what, code)`,
    [tenant, from, DeclineCode.options],
  );
  // What the wallets hold after all of these, as the account that pays them in knows it.
  await pool.query(
    `update accounts set balance = (
       select sum(case when kind in ('payout', 'merchant_payout', 'card_hold', 'card_payment') then amount + fee_base + fee_merchant
         when kind in ('credit', 'debit', 'transfer') then fee_base + fee_merchant
         when kind in ('bank_booking', 'card_booking') then 0 else -amount end) from transaction_days where tenant = $1
     ) where tenant = $1 and kind = 'funding'`,
    [tenant],
  );
}

/** The position must have read everything that was loaded. */
async function assertProven(merchant: LoadedMerchant): Promise<void> {
  const { proof } = await askMerchant(merchant, `/merchant/insights/cash-position?${SPANS[0]?.query}`);
  if (proof.status !== "EQUAL") throw new Error(`The cash position is not proven: ${JSON.stringify(proof)}`);
  say(`Cash position: ${proof.status}.`);
}
