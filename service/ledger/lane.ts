import { setTimeout as sleep } from "node:timers/promises";
import type { FlushFacts } from "../db/ledger/flush-facts.ts";
import { type Follower, type LedgerLane, openLedgerLane } from "../db/ledger/ledger-lane.ts";
import type { FlushRows } from "../db/ledger/postings.ts";
import type { FeeAccounts } from "./apply-movements.ts";
import { LedgerUnavailable } from "./committer.ts";
import type { CommitterSettings } from "./committer-options.ts";
import { type DecidedFlush, decideFlush, rowsToWrite } from "./decide-flush.ts";
import {
  earlyStatementsOf,
  feeAccountsOf,
  type Pending,
  planFlush,
  refuse,
  withoutRepeatedKeys,
} from "./flush-plan.ts";
import type { PostingQueue } from "./posting-queue.ts";

/** From this many postings a lane of their own costs less than the wait for the lane that commits. Decision 0172. */
export const WORTH_A_LANE = 32;
/** From this many postings a group begins behind the commit of its lane, instead of waiting for the callers that are answered then. Decision 0211. */
const WORTH_FOLLOWING = 16;
/** The turns of the event loop for which a lane waits while each of them brings more postings. */
const MAX_TURNS = 4;
const MAX_ATTEMPTS = 8;
const RECONNECT_DELAYS_MS = [20, 50, 100, 200, 500, 1_000];

/** What a group has read under its locks, and the only connection on which it may be used. */
type Begun = { lane: LedgerLane; facts: FlushFacts };

/** Postings that a lane has taken together. `begun` is present if the group began behind the commit before it. */
type Group = {
  readonly items: readonly Pending[];
  readonly accounts: ReadonlySet<bigint>;
  /** The tenant whose batch it is. */
  readonly batchOf: number | null;
  begun: Promise<Begun> | null;
};

/**
 * Commits groups of postings, one after the other, on a connection of its own. A failed group is split and repeated, down to single
 * postings. If the connection was lost during a commit, the references show whether it happened. Ledger 2.
 */
export class Lane {
  #isRunning = false;
  /** The group that is committed, and the one that follows it. */
  #groups: readonly Group[] = [];
  #busySince: number | null = null;
  readonly #queue: PostingQueue<Pending>;
  readonly #settings: CommitterSettings;
  readonly #lanes: readonly Lane[];
  #connection: LedgerLane | null = null;
  #feeAccounts = new Map<number, FeeAccounts>();
  #running: Promise<void> = Promise.resolve();

  constructor(queue: PostingQueue<Pending>, settings: CommitterSettings, lanes: readonly Lane[]) {
    this.#queue = queue;
    this.#settings = settings;
    this.#lanes = lanes;
  }

  get isFree(): boolean {
    return this.#groups.length === 0;
  }

  /** Whether it commits groups that take a few milliseconds only. */
  get isAlmostFree(): boolean {
    return !this.isFree && this.#groups.every(({ batchOf }) => batchOf === null);
  }

  get isOpen(): boolean {
    return this.#isRunning || this.#connection !== null;
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
      if (this.isFree) {
        await this.#gather();
        this.#groups = this.#take();
      }
      const [group] = this.#groups;
      if (!group) break;
      this.#busySince = performance.now();
      await this.#flush(group.items, group);
      this.#groups = this.#groups.filter((other) => other !== group);
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

  /** Takes this lane's share of the queue, if there is any: idle lanes divide a long one and work concurrently. */
  #take(): Group[] {
    const others = this.#lanes.filter((lane) => lane !== this);
    const free = others.filter((lane) => lane.isFree);
    const items = this.#queue.take({
      share: Math.max(WORTH_A_LANE, Math.ceil(this.#queue.size / (free.length + 1))),
      limit: this.#settings.maxFlush,
      isHeld: (account) => others.some((lane) => lane.#groups.some(({ accounts }) => accounts.has(account))),
      hasBatchOf: (tenant) => others.some((lane) => lane.#groups.some(({ batchOf }) => batchOf === tenant)),
    });
    if (this.#queue.size >= WORTH_A_LANE) for (const lane of free) lane.start();
    if (items.length === 0) return [];
    const accounts = new Set(items.flatMap((item) => item.accounts));
    return [{ items, accounts, batchOf: items.find((item) => item.isBatch)?.tenant ?? null, begun: null }];
  }

  async #flush(items: readonly Pending[], group: Group | null = null): Promise<void> {
    const { now, later } = withoutRepeatedKeys(items);
    const trace = this.#settings.hooks.tracer?.flushing(now.flatMap((item) => item.trace ?? []));
    try {
      await this.#attempt(now, group);
      trace?.ended();
    } catch (error) {
      trace?.ended(error);
      await this.#callBack();
      await this.#recover(now, error);
    }
    if (later.length > 0) await this.#flush(later);
  }

  async #attempt(items: Pending[], group: Group | null): Promise<void> {
    const startedAt = performance.now();
    const { lane, facts } = await (group?.begun ?? this.#begin(items));
    const at = this.#settings.clock.now();
    const flush = decideFlush(items, facts, { at, feeAccounts: this.#feeAccounts });
    const [first] = items;
    // Early rows of a posting that is refused, or was done before, must not stay.
    if (first?.hasEarlyRows && (flush.isRefused || flush.done.length > 0)) {
      await lane.rollback();
      first.repeated = true;
      return await this.#attempt(items, null);
    }
    const journal = { id: facts.journal, lane: lane.stripe };
    const isWhole = items.length === group?.items.length;
    await this.#commit(lane, flush, {
      rows: rowsToWrite(flush, { journal, at, sign: this.#settings.sign }),
      follow: () => (isWhole ? this.#follow(lane) : null),
    });
    for (const { item, decision } of [...flush.done, ...flush.decided]) item.resolve(decision);
    const milliseconds = performance.now() - startedAt;
    this.#settings.hooks.committed?.({ postings: items.length, movements: flush.applied.posted.length, milliseconds });
  }

  async #begin(items: readonly Pending[]): Promise<Begun> {
    const lane = await this.#connect();
    const plan = planFlush(items);
    await this.#learnFeeAccounts(lane, plan.tenantsWithFees);
    const feeAccounts = feeAccountsOf(plan.tenantsWithFees, this.#feeAccounts);
    return { lane, facts: await lane.begin({ ...plan, feeAccounts }, earlyStatementsOf(items)) };
  }

  async #commit(
    lane: LedgerLane,
    flush: DecidedFlush,
    { rows, follow }: { rows: FlushRows; follow(): Follower | null },
  ): Promise<void> {
    for (const { item, decision } of flush.decided) item.possiblyCommitted = decision;
    try {
      await lane.commit(rows, follow);
    } catch (error) {
      // A refusal by PostgreSQL wrote nothing. Only a lost connection leaves the result unknown.
      if (lane.trouble(error) !== "lost") for (const { item } of flush.decided) item.possiblyCommitted = null;
      throw error;
    }
  }

  /**
   * Takes the group that follows the present one, if enough postings wait. Its begin leaves with the present commit. Nothing follows a
   * batch, since another lane takes what would wait for its commit. Decision 0211.
   */
  #follow(lane: LedgerLane): Follower | null {
    if (this.#queue.size < WORTH_FOLLOWING || !this.isAlmostFree) return null;
    const [group] = this.#take();
    if (!group) return null;
    this.#groups = [...this.#groups, group];
    const plan = planFlush(withoutRepeatedKeys(group.items).now);
    // The fee accounts of a new tenant are a round trip of their own.
    if (plan.tenantsWithFees.some((tenant) => !this.#feeAccounts.has(tenant))) return null;
    return {
      questions: { ...plan, feeAccounts: feeAccountsOf(plan.tenantsWithFees, this.#feeAccounts) },
      began(facts) {
        group.begun = facts.then((read) => ({ lane, facts: read }));
        // Nobody asks for them if the present group fails.
        group.begun.catch(() => undefined);
      },
    };
  }

  /** Returns the following group to the queue. Its transaction, if it has begun, is rolled back with the one that failed. */
  async #callBack(): Promise<void> {
    const [, following] = this.#groups;
    if (!following) return;
    await following.begun?.catch(() => undefined);
    this.#groups = this.#groups.slice(0, 1);
    this.#queue.putBack(following.items);
    // The failed group may wait for locks when it is repeated.
    for (const lane of this.#lanes) if (lane.isFree) lane.start();
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
    const lost = () => new LedgerUnavailable("the connection to the database keeps failing", { cause: error });
    refuse(exhausted, kind === "lost" ? lost() : error);
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
    const { databaseUrl: url, giveUpSeconds } = this.#settings;
    const giveUpAt = performance.now() + giveUpSeconds * 1_000;
    for (let attempt = 0; ; attempt += 1) {
      try {
        this.#connection = await openLedgerLane({ url, applicationName: "ledger-lane" });
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
