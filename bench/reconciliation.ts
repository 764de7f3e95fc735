import { openSettlementHarness } from "../service/testing/settlements.ts";
import { createDatabase } from "./support/database.ts";

// A settlement file of BENCH_LINES lines: read, staged, compared with as many bank credits, 1 in 1,000 different. Rails 6: 1,000,000 lines
// in under 60 s with constant memory. The memory is that of this process, which reads and stages; PostgreSQL compares.
const LINES = Number(process.env.BENCH_LINES ?? 1_000_000);
const DAY = "2026-03-02";
const LINES_PER_PART = 500;
const INSERTED_AT_ONCE = 50_000;
const LOOK_EVERY_MS = 100;
const MIB = 1_048_576;

const count = (value: number) => Math.round(value).toLocaleString("en");
const say = (text: string) => void process.stdout.write(`${text}\n`);
const sessionOf = (n: number) => `999058260302${String(n).padStart(18, "0")}`;

const database = await createDatabase("bench_reconciliation");
const harness = await openSettlementHarness(database.url);

try {
  await insertCredits();
  const memory = watchMemory();
  const from = performance.now();
  await harness.receive(DAY, settlementFile());
  const stagedAt = performance.now();
  await harness.compare();
  const endedAt = performance.now();
  const seconds = (endedAt - from) / 1_000;
  const { rows } = await harness.pool.query("select matched, breaks from settlement_files");
  say(`${count(LINES)} lines: ${JSON.stringify(rows[0])}`);
  say(
    `  read and staged in ${((stagedAt - from) / 1_000).toFixed(1)} s, ${count((1_000 * LINES) / (stagedAt - from))} lines/s`,
  );
  say(
    `  compared in ${((endedAt - stagedAt) / 1_000).toFixed(1)} s, ${count((1_000 * LINES) / (endedAt - stagedAt))} lines/s`,
  );
  say(
    `  together ${seconds.toFixed(1)} s, ${count(LINES / seconds)} lines/s (aim: 1,000,000 lines in 60 s, 16,667 lines/s)`,
  );
  say(`  memory: ${memory()}`);
} finally {
  await harness.close();
  await database.drop();
}

/** The bank credits that the file reports. One in 1,000 is missing, and as many have another amount. */
async function insertCredits(): Promise<void> {
  for (let first = 1; first <= LINES; first += INSERTED_AT_ONCE) {
    await harness.pool.query(
      `insert into bank_credits (tenant, id, rail, session_id, state, account_number, stripe, amount, sender_name,
       sender_bank_code, sender_bank_name, sender_account_number, narration, reference, sent_at, received_at)
     select $1, gen_random_uuid(), 'sandbox', '999058260302' || lpad(n::text, 18, '0'), 'credited', '9000000001', n % 8,
       10000 + n % 1000 + case when n % 1000 = 2 then 1 else 0 end, 'Ada Obi', '000013', 'GTBank', '0123456789', '',
       'bench-' || n, $2, $2
     from generate_series($3::integer, $4::integer) n where n % 1000 <> 1`,
      [harness.tenant, `${DAY}T10:00:00Z`, first, Math.min(LINES, first + INSERTED_AT_ONCE - 1)],
    );
  }
  await harness.pool.query("vacuum analyze bank_credits");
}

async function* settlementFile(): AsyncGenerator<Buffer> {
  yield Buffer.from("session_id,direction,amount,status,time,account_number\n");
  let part: string[] = [];
  for (let n = 1; n <= LINES; n += 1) {
    const amount = `${100 + Math.floor((n % 1_000) / 100)}.${String(n % 100).padStart(2, "0")}`;
    part.push(`${sessionOf(n)},in,${amount},succeeded,${DAY}T10:00:00.000Z,9000000001\n`);
    if (part.length < LINES_PER_PART && n < LINES) continue;
    yield Buffer.from(part.join(""));
    part = [];
  }
}

/** Samples the memory until it is read: before, and the most. */
function watchMemory(): () => string {
  const seen = [process.memoryUsage.rss()];
  const timer = setInterval(() => seen.push(process.memoryUsage.rss()), LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    return `${count((seen[0] ?? 0) / MIB)} MiB before, ${count(Math.max(...seen) / MIB)} MiB at most`;
  };
}
