import { type Trend, trendOf } from "../../scripts/testing/trend.ts";
import { KINDS } from "./mixed-load.ts";
import type { Backlog, Memory, Table } from "./soak-watch.ts";

/** Caches and compiled code fill in the beginning. In a short run they still do at the end. */
const SETTLING_PARTS = 2;
const SHORT_HOURS = 1;

/** Growth over the run that counts as flat although it is beyond the noise. */
const TOLERATED = { memory: 0.03, latency: 0.1, table: 0.2 };
const SMALL_TABLE_BYTES = 32 * 1_048_576;
/** Rows below which the size of a table says nothing about a row. */
const FEW_ROWS = 20_000;
const MIB = 1_048_576;

type Percentiles = { count: number; p50: number; p95: number; p99: number };

/** A quarter of an hour, or a tenth of a short run. Times in ms, memory in MiB. */
export type Part = {
  hours: number;
  perSecond: number;
  latencies: Record<string, Percentiles>;
  memory: Record<string, Memory>;
  webhooks: { requests: number; repeated: number; p50: number; p99: number };
  walPerTransfer: number;
  connections: number;
  backlog: Backlog;
  tables: Table[];
  errors: number;
};

export type Verdict = { what: string; isGood: boolean; why: string };

/** Whether memory, latencies and the size of tables stayed as they were after the beginning. */
export function judgeParts(parts: readonly Part[], hours: number): Verdict[] {
  const settled = parts.slice(SETTLING_PARTS);
  if (settled.length < 3) return [];
  const last = settled.at(-1);
  const judge = (
    what: string,
    unit: string,
    tolerated: number,
    read: (part: Part) => number | undefined,
  ): Verdict[] => {
    const points = settled.map((part) => ({ x: part.hours, y: read(part) ?? Number.NaN }));
    const known = points.filter(({ y }) => Number.isFinite(y));
    return known.length < 3 ? [] : [verdictOf(what, unit, trendOf(known, tolerated), hours)];
  };
  const memory = Object.keys(last?.memory ?? {}).flatMap((name) => [
    ...judge(`resident memory of ${name}`, "MiB", TOLERATED.memory, (part) => part.memory[name]?.rss),
    ...judge(`heap of ${name}`, "MiB", TOLERATED.memory, (part) => part.memory[name]?.heap),
  ]);
  const latencies = KINDS.flatMap((kind) => [
    ...judge(`p50 of ${kind}`, "ms", TOLERATED.latency, (part) => part.latencies[kind]?.p50),
    ...judge(`p99 of ${kind}`, "ms", TOLERATED.latency, (part) => part.latencies[kind]?.p99),
  ]);
  return [...memory, ...latencies, ...(last?.tables ?? []).flatMap((table) => judgeTable(table, settled))];
}

function verdictOf(what: string, unit: string, trend: Trend, hours: number): Verdict {
  const { mean, perUnit, plusMinus, isFlat } = trend;
  const slope = `${perUnit < 0 ? "" : "+"}${perUnit.toFixed(2)} ± ${plusMinus.toFixed(2)} ${unit}/h`;
  const isShort = hours < SHORT_HOURS;
  const note = isFlat ? "" : isShort ? "; it grows, and the run is too short to tell why" : "; it grows";
  return { what, isGood: isFlat || isShort, why: `${mean.toFixed(1)} ${unit}, ${slope}${note}` };
}

/** A table whose rows change must not need more and more bytes for a row; one whose rows come and go, not more and more bytes. */
function judgeTable({ name, bytes, live, dead }: Table, parts: readonly Part[]): Verdict[] {
  const points = parts.flatMap((part) => {
    const then = part.tables.find((one) => one.name === name);
    return then ? [{ x: part.hours, y: then.bytes / Math.max(then.live, FEW_ROWS) }] : [];
  });
  if (points.length < 3) return [];
  const { mean, growth, isFlat } = trendOf(points, TOLERATED.table);
  const rows = [live, dead].map((count) => Math.round(count).toLocaleString("en"));
  return [
    {
      what: `table ${name}`,
      isGood: isFlat || bytes < SMALL_TABLE_BYTES,
      why:
        `${(bytes / MIB).toFixed(0)} MiB, ${rows[0]} live and ${rows[1]} dead rows, ` +
        `${mean.toFixed(0)} B a row (${(growth * 100).toFixed(0)} % over the run)`,
    },
  ];
}

/** The head of the table whose lines are `lineOf`. */
export const HEAD = [
  "  min    op/s",
  ...KINDS.map((kind) => `${kind} p50/p95/p99`.padStart(20)),
  "webhook p50/p99",
  "MiB (heap): service, worker, PostgreSQL".padStart(39),
  "WAL/transfer   conn. backlog errors",
].join(" ");

export function lineOf(part: Part): string {
  const { outbox, deliveries, uploads } = part.backlog;
  const memory = Object.values(part.memory).map(({ rss, heap }) =>
    Number.isNaN(heap) ? rss.toFixed(0) : `${rss.toFixed(0)} (${heap.toFixed(0)})`,
  );
  return [
    (part.hours * 60).toFixed(1).padStart(5),
    part.perSecond.toFixed(0).padStart(7),
    ...KINDS.map((kind) => timesOf(part.latencies[kind]).padStart(20)),
    `${part.webhooks.p50}/${part.webhooks.p99}`.padStart(15),
    memory.join(", ").padStart(39),
    `${part.walPerTransfer.toFixed(0)} B`.padStart(12),
    String(part.connections).padStart(7),
    String(outbox + deliveries + uploads).padStart(7),
    String(part.errors).padStart(6),
  ].join(" ");
}

function timesOf(times: Percentiles | undefined): string {
  if (!times || times.count === 0) return "-";
  return [times.p50, times.p95, times.p99].map((ms) => ms.toFixed(ms < 10 ? 1 : 0)).join("/");
}
