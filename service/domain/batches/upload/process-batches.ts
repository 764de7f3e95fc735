import { findPendingItems } from "../../../db/batches/batch-items.ts";
import { type ClaimedBatch, claimBatch } from "../../../db/batches/batches-queue.ts";
import type { SettingsRow } from "../../../db/merchant/settings.ts";
import type { Actor, Context, Services } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { type BatchItem, pendingItem } from "../batch-item.ts";
import { findBatchRules, refusalOfDebits } from "../batch-rules.ts";
import { findWallets, type WalletOf } from "../find-wallets.ts";
import { type BatchChunk, type DecidedItem, moveItems } from "../move-items.ts";

/** Rows per commit. */
const CHUNK_ROWS = 1_500;
/** How long a batch waits when the worker that claimed it has crashed. */
const LEASE_MS = 10_000;
const JOB: Actor = { kind: "job", id: "process-batches", name: "Batches" };

/**
 * Processes accepted uploads in chunks, taking turns between merchants, until none is pending or `forMs` have passed; at least one
 * chunk. A chunk commits its money, the result of its rows and the progress of the batch together, so a crash before the commit
 * leaves no partial work. Several workers may run. Returns the number of decided rows, and whether the time ended it. API 5, Ledger 2.
 */
export async function processBatches(
  services: Services,
  { forMs }: { forMs: number },
): Promise<{ rows: number; isBehind: boolean }> {
  const endAt = performance.now() + forMs;
  const reader = new ChunkReader(services.db);
  let rows = 0;
  let isBehind = true;
  do {
    const at = services.clock.now();
    const batch = await claimBatch(services.db, at, new Date(at.getTime() + LEASE_MS));
    isBehind = batch !== undefined;
    if (batch) rows += await processChunk(services, batch, reader).catch(waitingIfSuspended);
  } while (isBehind && performance.now() < endAt);
  await reader.end();
  return { rows, isBehind };
}

/** The platform suspended the merchant after the claim: nothing of the chunk was done, and the batch waits for the resumption. */
function waitingIfSuspended(error: unknown): number {
  if (error instanceof Failure && error.code === "merchant_suspended") return 0;
  throw error;
}

async function processChunk(services: Services, batch: ClaimedBatch, reader: ChunkReader): Promise<number> {
  const ctx: Context = {
    ...services,
    tenant: batch.tenant,
    actor: JOB,
    requestId: `batch-${batch.id}`,
    address: null,
    pendingAnswer: null,
  };
  const { id, operation, nextRow } = batch;
  const [rules, { items: found, toRow, walletOf }] = await Promise.all([findBatchRules(ctx), reader.read(batch)]);
  const items = rejectedIfOff(found, operation, rules.settings);
  const chunk: BatchChunk = { id, operation, fromRow: nextRow, toRow, items, walletOf, created: null };
  await moveItems(ctx, chunk, {
    rules,
    actor: batch.actor,
    answer: () => ({}),
    audit: (decided) => [auditOf(batch, chunk, decided)],
  });
  return toRow - nextRow;
}

/** Rejects every debit if debits were switched off after the upload. */
function rejectedIfOff(items: BatchItem[], operation: "credit" | "debit", settings: SettingsRow): BatchItem[] {
  const refusal = refusalOfDebits(operation, settings, { takesPin: false });
  if (!refusal) return items;
  const reason = { code: refusal.code, text: refusal.message };
  return items.map((item) => ({ ...item, reason }));
}

function auditOf(batch: ClaimedBatch, { fromRow, toRow }: BatchChunk, decided: readonly DecidedItem[]) {
  const accepted = decided.filter(({ reason }) => reason === null).length;
  return {
    action: "batch.process" as const,
    object: { kind: "batch", id: batch.id },
    after: { reference: batch.reference, fromRow, toRow, accepted, rejected: decided.length - accepted },
  };
}

/** The undecided rows of a batch from one row up to but not including `toRow`, and their wallets. */
type ChunkRows = { items: BatchItem[]; toRow: number; walletOf: WalletOf };

/**
 * Reads the rows of chunks: those of the next one of a batch while the present one commits, unless other batches take turns with it.
 * Rows of an accepted batch change only when they are decided, and a commit fails where they were.
 */
class ChunkReader {
  readonly #db: Services["db"];
  #last = "";
  #next: { batch: string; fromRow: number; rows: Promise<ChunkRows> } | undefined;

  constructor(db: Services["db"]) {
    this.#db = db;
  }

  async read(batch: ClaimedBatch): Promise<ChunkRows> {
    const ahead = this.#next?.batch === batch.id && this.#next.fromRow === batch.nextRow ? this.#next.rows : undefined;
    const rows = await (ahead ?? this.#readFrom(batch, batch.nextRow));
    this.#next = undefined;
    if (this.#last === batch.id && rows.toRow <= batch.total) this.#readAhead(batch, rows.toRow);
    this.#last = batch.id;
    return rows;
  }

  /** Resolves when nothing is being read any more. */
  async end(): Promise<void> {
    await this.#next?.rows.catch(() => undefined);
  }

  #readAhead(batch: ClaimedBatch, fromRow: number): void {
    const rows = this.#readFrom(batch, fromRow);
    // Whoever needs it gets the error; perhaps nobody does.
    rows.catch(() => undefined);
    this.#next = { batch: batch.id, fromRow, rows };
  }

  async #readFrom({ id, tenant, total }: ClaimedBatch, fromRow: number): Promise<ChunkRows> {
    const found = await findPendingItems(this.#db, tenant.id, id, { fromRow, limit: CHUNK_ROWS });
    const last = found.at(-1);
    const items = found.map(pendingItem);
    // Without the addresses that the process keeps: a large file would push out those of others.
    const walletOf = await findWallets({ db: this.#db, tenant }, items);
    return { items, toRow: last && found.length === CHUNK_ROWS ? last.row + 1 : total + 1, walletOf };
  }
}
