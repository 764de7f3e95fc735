import { inTransaction } from "../../db/pool.ts";
import {
  type ClaimedPull,
  claimPull,
  endPull,
  extendPull,
  findActiveTenants,
  findLineOwners,
  findTenantsWithoutFile,
  type LineOwner,
  planPulls,
  postponePull,
} from "../../db/reconciliation/settlement-pulls.ts";
import {
  acceptFile,
  deleteReceivingFile,
  findAbandonedFiles,
  insertLines,
  insertReceivingFile,
  railOfIssuer,
} from "../../db/reconciliation/settlements.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Context, Mode, Services } from "../context.ts";
import { recordAudit } from "../record-audit.ts";
import { spanOf } from "./get-reconciliation.ts";
import { type SettlementLine, settlementChunks } from "./receive-settlement.ts";

/** A day is fetched this long after its end in Africa/Lagos: the bank's last verdicts have arrived. */
const AFTER_END_MS = 30 * 60_000;
const DAY_MS = 86_400_000;
/** After a long stop older days are uploaded by a member. */
const DAYS_BACK = 7;
const LEASE_MS = 10 * 60_000;
const RETRY_MS = 10 * 60_000;
const ABANDONED_AFTER_MS = 2 * 3_600_000;
const JOB = { kind: "job", id: "pull-settlements", name: "Daily file" } as const;

/** A rail or a card issuer that offers its file. */
type Offering = { mode: Mode; settlementFile(day: string): Promise<AsyncIterable<Uint8Array>> };

/** `unowned`: lines of no payout, bank credit, card event, account number or card of ours. Without `problem` the day is done. */
export type PulledDay = { rail: string; day: string; files: number; lines: number; unowned: number; problem?: string };

/**
 * Takes yesterday's settlement file of each rail and card issuer that offers one, once a day over all processes, and hands each merchant its lines as
 * if a member had uploaded them. The files and the mark of the day commit together: a crash neither loses nor repeats a day. A merchant
 * that has a file of the day keeps it. Returns the days that were tried. Rails 6, decisions 0101, 0159.
 */
export async function pullSettlements(services: Services): Promise<PulledDay[]> {
  const rails = offeringsOf(services);
  const lastDay = lagosDay(new Date(services.clock.now().getTime() - AFTER_END_MS - DAY_MS));
  for (const name of rails.keys()) await planPulls(services.db, name, lastDay, DAYS_BACK);
  const tried: PulledDay[] = [];
  for (;;) {
    const claim = { rails: [...rails.keys()], lease: services.ids.next(), now: services.clock.now() };
    const pull = await claimPull(services.db, { ...claim, leasedUntil: later(services, LEASE_MS) });
    const found = pull && rails.get(pull.rail);
    if (!found) return tried;
    tried.push(await pullOne(services, found, pull));
  }
}

function offeringsOf({ providers: { rails, issuers } }: Services): Map<string, Offering> {
  const found = new Map<string, Offering>();
  for (const mode of ["SANDBOX", "PRODUCTION"] as const) {
    const issuer = issuers[mode];
    const sources = [
      ...rails[mode].map((rail) => ({ rail, name: rail.name })),
      ...(issuer ? [{ rail: issuer, name: railOfIssuer(issuer.name) }] : []),
    ];
    for (const { rail, name } of sources) {
      const settlementFile = rail.settlementFile?.bind(rail);
      if (settlementFile) found.set(name, { mode, settlementFile });
    }
  }
  return found;
}

/** Deletes staged files whose process crashed while they arrived. Returns the number of files. */
export async function discardAbandonedSettlements({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const abandoned = await findAbandonedFiles(db, new Date(clock.now().getTime() - ABANDONED_AFTER_MS));
  for (const { tenant, id } of abandoned) await deleteReceivingFile(db, tenant, id);
  return abandoned.length;
}

function later({ clock }: Pick<Services, "clock">, ms: number): Date {
  return new Date(clock.now().getTime() + ms);
}

async function pullOne(services: Services, { mode, settlementFile }: Offering, pull: ClaimedPull): Promise<PulledDay> {
  const staging = createStaging(services, pull);
  const { rail: name, day } = pull;
  try {
    await staging.take(buffersOf(await settlementFile(day)));
    const files = await staging.accept(mode);
    return { rail: name, day, files, lines: staging.counts.lines, unowned: staging.counts.unowned };
  } catch (error) {
    await staging.discard();
    const problem = error instanceof Error ? error.message : String(error);
    await postponePull(services.db, pull, problem, later(services, RETRY_MS));
    return { rail: name, day, files: 0, lines: 0, unowned: 0, problem };
  }
}

async function* buffersOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of file) yield Buffer.from(chunk);
}

/** The staged files of one pull, by tenant. They are invisible until `accept`. */
function createStaging(services: Services, pull: ClaimedPull) {
  const { rail, day } = pull;
  const staged = new Map<number, { id: string; lines: number }>();
  const counts = { lines: 0, unowned: 0 };
  const name = `${rail} ${day}`;

  async function fileOf(tenant: number): Promise<{ id: string; lines: number }> {
    const known = staged.get(tenant);
    if (known) return known;
    const made = { id: services.ids.next(), lines: 0 };
    const at = services.clock.now();
    await insertReceivingFile(services.db, tenant, { id: made.id, rail, name, uploadedByName: JOB.name, at });
    staged.set(tenant, made);
    return made;
  }

  async function take(file: AsyncIterable<Buffer>): Promise<void> {
    for await (const { lines: chunk } of settlementChunks(file)) {
      const { byTenant, unowned } = splitLines(chunk, await findLineOwners(services.db, rail, chunk));
      counts.unowned += unowned;
      for (const [tenant, lines] of byTenant) {
        const target = await fileOf(tenant);
        await insertLines(services.db, tenant, target.id, lines);
        target.lines += lines.length;
      }
      counts.lines += chunk.length;
      if (!(await extendPull(services.db, pull, later(services, LEASE_MS)))) throw new Error("another process has it");
    }
  }

  /** Also a merchant without a line gets a file, if it has settled something that day: the bank lacks it. */
  async function accept(mode: Mode): Promise<number> {
    for (const { tenant } of await findActiveTenants(services.db, rail, spanOf(day))) await fileOf(tenant);
    const at = services.clock.now();
    const accepted = await inTransaction(services.db, async (tx) => {
      if (!(await endPull(tx, pull, at))) throw new Error("another process has it");
      const tenants = await findTenantsWithoutFile(tx, [...staged.keys()], pull);
      const own = tenants.filter((tenant) => tenant.mode === mode);
      for (const tenant of own) {
        const { id, lines } = await fileOf(tenant.id);
        await acceptFile(tx, tenant.id, { id, name, day, lines, at });
        const ctx: Context = { ...services, tenant, actor: JOB, requestId: JOB.id, address: null, pendingAnswer: null };
        await recordAudit(tx, ctx, {
          action: "reconciliation.pull",
          object: { kind: "settlement_file", id },
          after: { rail, date: day, lines },
        });
      }
      return own.map(({ id }) => id);
    });
    for (const tenant of accepted) staged.delete(tenant);
    await discard();
    return accepted.length;
  }

  async function discard(): Promise<void> {
    for (const [tenant, { id }] of staged) await deleteReceivingFile(services.db, tenant, id);
  }

  return { counts, take, accept, discard };
}

/** The lines of each tenant. A refused transfer was for a number of another mode, or of nobody; one of a moved merchant is skipped. */
function splitLines(lines: readonly SettlementLine[], found: readonly LineOwner[]) {
  const owners = new Map(found.map((owner) => [owner.sessionId, owner]));
  const byTenant = new Map<number, SettlementLine[]>();
  let unowned = 0;
  for (const line of lines) {
    const { tenant = null, isRefused = false, hasMoved = false } = owners.get(line.sessionId) ?? {};
    if (tenant === null && !isRefused && !hasMoved) unowned += 1;
    if (tenant === null || isRefused) continue;
    const own = byTenant.get(tenant);
    if (own) own.push(line);
    else byTenant.set(tenant, [line]);
  }
  return { byTenant, unowned };
}
