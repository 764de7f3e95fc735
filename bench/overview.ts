import { askMerchant, type LoadedMerchant, startTimes, withLoadedMerchants } from "./support/endpoint-times.ts";

// Measures overview and analytics over many transactions, compared with queries without daily sums, and how fast the
// daily sums catch up. Uses the whole service except the socket.
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 50);

/** Within the days that are loaded. */
const SPANS = [
  { name: "14 days", query: "startDate=2026-03-15&endDate=2026-03-28" },
  { name: "90 days", query: "startDate=2026-01-01&endDate=2026-03-31" },
] as const;

await withLoadedMerchants("overview", { from: "2026-01-01", days: 90 }, async (merchant) => {
  const time = await startTimes(merchant, ROUNDS);
  for (const { name, query } of SPANS) {
    await time(`GET /merchant/overview, ${name}`, () => ask(merchant, `/merchant/overview?${query}`));
    await time(`GET /merchant/analytics, ${name}`, () => ask(merchant, `/merchant/analytics?${query}`));
    const reference = () => addUpWithoutSums(merchant, query);
    await time(`reference: adding up transactions, ${name}`, reference, Math.min(ROUNDS, 3));
  }
});

async function ask(merchant: LoadedMerchant, path: string): Promise<void> {
  const data = await askMerchant(merchant, path);
  const credits = data.days?.reduce((sum: number, day: { creditCount: number }) => sum + day.creditCount, 0);
  if (credits === 0) throw new Error(`${path}: there are no credits, so nothing was measured`);
}

/** The query of the overview without daily sums. */
async function addUpWithoutSums({ app, pool }: LoadedMerchant, query: string): Promise<void> {
  const span = new URLSearchParams(query);
  await pool.query(
    `select (at at time zone 'Africa/Lagos')::date as day, kind, count(*), sum(amount) from transactions
     where tenant = $1 and status = 'success' and at >= $2::date - interval '1 hour' and at < $3::date + interval '23 hours'
     group by 1, 2`,
    [app.ctx.tenant.id, span.get("startDate"), span.get("endDate")],
  );
}
