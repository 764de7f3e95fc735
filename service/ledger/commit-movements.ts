import { setTimeout as sleep } from "node:timers/promises";
import { type LaneTrouble, type LedgerLane, openLedgerLane } from "../db/ledger/ledger-lane.ts";
import type { FlushRows } from "../db/ledger/postings.ts";
import type { FeeAccounts } from "./apply-movements.ts";
import { type Committer, LedgerUnavailable, TenantQueueFull } from "./committer.ts";
import { type DecidedFlush, decideFlush, rowsToWrite, type Sign } from "./decide-flush.ts";
import { feeAccountsOf, type Pending, pendingOf, planFlush, refuse, withoutRepeatedKeys } from "./flush-plan.ts";
import { PostingQueue, type QueueOptions } from "./posting-queue.ts";
import type { LedgerTracer } from "./posting-traces.ts";

/** Callbacks for metrics, for traces and for waking the worker. They must not throw. */
export type CommitterHooks = {
  tracer?: LedgerTracer;
  committed?(flush: { postings: number; movements: number; milliseconds: number }): void;
  troubled?(trouble: { kind: LaneTrouble; postings: number; error: unknown }): void;
  /** A posting found no room in the queue: its tenant has too many waiting, or all together have. */
  refused?(reason: "tenant" | "all"): void;
};

export type CommitterOptions = {
  /** Lanes open their own connections: a pooled connection could be reused by other code between round trips. */
  databaseUrl: string;
  clock: { now(): Date };
  /** Authenticates a journal from its line and the lines of its rows. Ledger 6. */
  sign: Sign;
  lanes?: number;
  /** Limits and weights of the queue. */
  queue?: Partial<QueueOptions>;
  maxFlush?: number;
  /** How long postings wait for an unreachable database before they are refused. */
  giveUpSeconds?: number;
  hooks?: CommitterHooks;
};

type Settings = Required<CommitterOptions>;

/** From this many postings a lane of their own costs less than the wait for the lane that commits. Decision 0172. */
const WORTH_A_LANE = 32;
/** The longest time that postings wait for the end of another lane's flush. */
const PATIENCE_MS = 10;
/** The turns of the event loop for which a lane waits while each of them brings more postings. */
const MAX_TURNS = 4;
const MAX_ATTEMPTS = 8;
const RECONNECT_DELAYS_MS = [20, 50, 100, 200, 500, 1_000];

/**
 * Groups concurrent postings into one database transaction per lane. While a lane commits, the next group collects; the first
 * idle lane starts immediately, the others for a long queue or a slow flush. A failed group is split and repeated, down to single postings. If the connection was lost during a commit,
 * the references show whether it happened. Ledger 2.
 */
export function createCommitter(options: CommitterOptions): Committer {
  const settings: Settings = { lanes: 2, queue: {}, maxFlush: 256, giveUpSeconds: 15, hooks: {}, ...options };
  const queue = new PostingQueue<Pending>(settings.queue);
  const lanes: Lane[] = [];
  for (let i = 0; i < settings.lanes; i += 1) lanes.push(new Lane(queue, settings, lanes));
  let closing = false;
  let patience: NodeJS.Timeout | undefined;

  /** While a lane commits, a few postings wait for its next flush: each flush costs as much as ten postings. */
  function startLane(): void {
    const free = lanes.find((lane) => lane.isFree);
    if (!free) return;
    if (queue.size >= WORTH_A_LANE || !lanes.some((lane) => lane.isAlmostFree)) {
      free.start();
      return;
    }
    patience ??= setTimeout(() => {
      patience = undefined;
      if (queue.size > 0) lanes.find((lane) => lane.isFree)?.start();
    }, PATIENCE_MS);
  }

  return {
    submit(posting) {
      if (closing) return Promise.reject(new LedgerUnavailable("the ledger is closing"));
      const reason = queue.refusal({ tenant: posting.tenant, size: posting.movements.length });
      if (reason) settings.hooks.refused?.(reason);
      if (reason === "tenant") return Promise.reject(new TenantQueueFull("the tenant has too many postings waiting"));
      if (reason) return Promise.reject(new LedgerUnavailable("the ledger's queue is full"));
      return new Promise((resolve, reject) => {
        queue.add(pendingOf(posting, { resolve, reject }, settings.hooks.tracer?.submitted(posting)));
        startLane();
      });
    },
    waiting: () => queue.size,
    longestLine: () => queue.longest,
    lanes: () => lanes.map((lane) => lane.busyMs),
    async close() {
      closing = true;
      clearTimeout(patience);
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

class Lane {
  #isRunning = false;
  /** The accounts of the current group; null between groups. */
  #held: ReadonlySet<bigint> | null = null;
  /** The tenant whose batch it commits. */
  #batchOf: number | null = null;
  #busySince: number | null = null;
  readonly #queue: PostingQueue<Pending>;
  readonly #settings: Settings;
  readonly #lanes: readonly Lane[];
  #connection: LedgerLane | null = null;
  #feeAccounts = new Map<number, FeeAccounts>();
  #running: Promise<void> = Promise.resolve();

  constructor(queue: PostingQueue<Pending>, settings: Settings, lanes: readonly Lane[]) {
    this.#queue = queue;
    this.#settings = settings;
    this.#lanes = lanes;
  }

  get isFree(): boolean {
    return this.#held === null;
  }

  /** Whether it commits a group that takes a few milliseconds only. */
  get isAlmostFree(): boolean {
    return this.#held !== null && this.#batchOf === null;
  }

  get busyMs(): number {
    return this.#busySince === null ? 0 : performance.now() - this.#busySince;
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    await this.#running;
    await this.#disconnect();
  }

  async #run(): Promise<void> {
    while (true) {
      await this.#gather();
      const items = this.#take();
      if (items.length === 0) break;
      this.#batchOf = items.find((item) => item.isBatch)?.tenant ?? null;
      this.#held = new Set(items.flatMap((item) => item.accounts));
      this.#busySince = performance.now();
      await this.#flush(items);
      this.#held = null;
      this.#batchOf = null;
      this.#busySince = null;
    }
    this.#isRunning = false;
  }

  /** Callers that arrive in the same turn of the event loop, or were just answered, join the group. */
  async #gather(): Promise<void> {
    let before = -1;
    for (let turns = 0; turns < MAX_TURNS && this.#queue.size > before; turns += 1) {
      before = this.#queue.size;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Takes this lane's share of the queue: idle lanes divide a long one and work concurrently. */
  #take(): Pending[] {
    const others = this.#lanes.filter((lane) => lane !== this);
    const free = others.filter((lane) => lane.isFree);
    const items = this.#queue.take({
      share: Math.max(WORTH_A_LANE, Math.ceil(this.#queue.size / (free.length + 1))),
      limit: this.#settings.maxFlush,
      isHeld: (account) => others.some((lane) => lane.#held?.has(account)),
      hasBatchOf: (tenant) => others.some((lane) => lane.#batchOf === tenant),
    });
    if (this.#queue.size >= WORTH_A_LANE) for (const lane of free) lane.start();
    return items;
  }

  async #flush(items: Pending[]): Promise<void> {
    const { now, later } = withoutRepeatedKeys(items);
    const trace = this.#settings.hooks.tracer?.flushing(now.flatMap((item) => item.trace ?? []));
    try {
      await this.#attempt(now);
      trace?.ended();
    } catch (error) {
      trace?.ended(error);
      await this.#recover(now, error);
    }
    if (later.length > 0) await this.#flush(later);
  }

  async #attempt(items: Pending[]): Promise<void> {
    const startedAt = performance.now();
    const lane = await this.#connect();
    const plan = planFlush(items);
    await this.#learnFeeAccounts(lane, plan.tenantsWithFees);
    const feeAccounts = feeAccountsOf(plan.tenantsWithFees, this.#feeAccounts);
    const facts = await lane.begin({ ...plan, feeAccounts });
    const at = this.#settings.clock.now();
    const flush = decideFlush(items, facts, { at, feeAccounts: this.#feeAccounts });
    const journal = { id: facts.journal, lane: lane.stripe };
    await this.#commit(lane, flush, rowsToWrite(flush, { journal, at, sign: this.#settings.sign }));
    for (const { item, decision } of [...flush.done, ...flush.decided]) item.resolve(decision);
    const milliseconds = performance.now() - startedAt;
    this.#settings.hooks.committed?.({ postings: items.length, movements: flush.applied.posted.length, milliseconds });
  }

  async #commit(lane: LedgerLane, flush: DecidedFlush, rows: FlushRows): Promise<void> {
    for (const { item, decision } of flush.decided) item.possiblyCommitted = decision;
    try {
      await lane.commit(rows);
    } catch (error) {
      // A refusal by PostgreSQL wrote nothing. Only a lost connection leaves the result unknown.
      if (lane.trouble(error) !== "lost") for (const { item } of flush.decided) item.possiblyCommitted = null;
      throw error;
    }
  }

  /** Repeats, splits or refuses the postings of a failed group, so that every posting gets an answer. */
  async #recover(items: Pending[], error: unknown): Promise<void> {
    const kind = this.#connection?.trouble(error) ?? "lost";
    this.#settings.hooks.troubled?.({ kind, postings: items.length, error });
    if (error instanceof LedgerUnavailable) return this.#giveUp(items, error);
    if (kind !== "lost") await this.#rollBack();
    for (const item of items) {
      item.repeated = true;
      item.attempts += 1;
    }
    if (kind === "busy") return refuse(items, new LedgerUnavailable("an account is locked for too long"));
    if (kind !== "lost" && items.length > 1) return this.#split(items);
    const exhausted = items.filter((item) => kind === "failed" || item.attempts >= MAX_ATTEMPTS);
    refuse(
      exhausted,
      kind === "lost" ? new LedgerUnavailable("the connection to the database keeps failing", { cause: error }) : error,
    );
    const fresh = items.filter((item) => !exhausted.includes(item));
    if (fresh.length > 0) await this.#flush(fresh);
  }

  async #split(items: Pending[]): Promise<void> {
    const middle = Math.ceil(items.length / 2);
    await this.#flush(items.slice(0, middle));
    await this.#flush(items.slice(middle));
  }

  async #rollBack(): Promise<void> {
    try {
      await this.#connection?.rollback();
    } catch (error) {
      // If the rollback fails, close the connection: PostgreSQL then rolls back.
      this.#settings.hooks.troubled?.({ kind: "lost", postings: 0, error });
      await this.#disconnect();
    }
  }

  /** Refuses the group and the whole queue when the database stays unreachable. None of the queue was started. */
  #giveUp(items: Pending[], error: LedgerUnavailable): void {
    refuse(items, error);
    refuse(this.#queue.takeAll(), error);
  }

  async #connect(): Promise<LedgerLane> {
    if (this.#connection && this.#connection.trouble(null) !== "lost") return this.#connection;
    await this.#disconnect();
    const giveUpAt = performance.now() + this.#settings.giveUpSeconds * 1_000;
    for (let attempt = 0; ; attempt += 1) {
      try {
        this.#connection = await openLedgerLane({
          url: this.#settings.databaseUrl,
          applicationName: "ledger-lane",
        });
        return this.#connection;
      } catch (error) {
        if (performance.now() > giveUpAt) throw new LedgerUnavailable("the database is unreachable", { cause: error });
        await sleep(RECONNECT_DELAYS_MS[attempt] ?? 1_000);
      }
    }
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    // The next connection may hold another stripe.
    this.#feeAccounts = new Map();
    await connection?.end().catch(() => undefined);
  }

  async #learnFeeAccounts(lane: LedgerLane, tenants: readonly number[]): Promise<void> {
    const unknown = tenants.filter((tenant) => !this.#feeAccounts.has(tenant));
    if (unknown.length === 0) return;
    const stripes = await lane.openFeeStripes(unknown);
    for (const tenant of unknown) {
      const platformFee = stripes.find((stripe) => stripe.tenant === tenant && stripe.kind === "platform_fee")?.id;
      const merchantFee = stripes.find((stripe) => stripe.tenant === tenant && stripe.kind === "merchant_fee")?.id;
      if (platformFee === undefined || merchantFee === undefined) throw new Error(`tenant ${tenant} has no fee stripe`);
      this.#feeAccounts.set(tenant, { platformFee, merchantFee });
    }
  }
}
