/** The properties of a posting that the queue uses. */
export type Waiting = {
  readonly tenant: number;
  readonly isBatch: boolean;
  readonly accounts: readonly bigint[];
  /** The number of its movements. */
  readonly size: number;
  /** How often a lane skipped it because another lane held one of its accounts. */
  passedOver: number;
};

export type Take = {
  /** The lane's share of the queue. */
  share: number;
  /** The maximum. Beyond its share a lane takes only postings on accounts that it already takes. */
  limit: number;
  /** Whether another lane of this process holds an account. */
  isHeld(account: bigint): boolean;
  /** Whether another lane of this process commits a batch of this tenant. */
  hasBatchOf(tenant: number): boolean;
};

export type QueueOptions = {
  /** The most postings of all tenants together. A tenant below its share of them is admitted nevertheless. */
  limit: number;
  /** The most postings, and the most movements in them, that may wait for one tenant. */
  ofTenant: { postings: number; movements: number };
  /** The postings of a tenant that are taken in each of its turns: a whole number from 1. */
  weightOf(tenant: number): number;
};

const MAX_SKIPS = 3;

/** `credit`: the postings that the tenant may still have in its present turn. */
type Line<T> = { items: T[]; movements: number; credit: number };
type Turn<T> = { tenant: number; line: Line<T>; rest: Iterator<T>; isOpen: boolean };

/**
 * The queue of postings, one line per tenant. Lanes take from all lines in turn, from each as many as its weight, so thousands of
 * postings of one merchant do not delay another merchant's transfer. A turn that a full group interrupts goes on in the next group.
 * Each line is bounded. A posting whose account another lane holds waits here and joins a larger group, instead of waiting for a lock
 * in the database. After `MAX_SKIPS` skips a lane takes it anyway. Decision 0195.
 */
export class PostingQueue<T extends Waiting> {
  // A Map keeps the order of insertion: the first key is the tenant whose turn it is.
  readonly #lines = new Map<number, Line<T>>();
  readonly #options: QueueOptions;
  #size = 0;

  constructor(options: Partial<QueueOptions> = {}) {
    this.#options = { limit: 5_000, ofTenant: { postings: 2_000, movements: 50_000 }, weightOf: () => 1, ...options };
  }

  get size(): number {
    return this.#size;
  }

  /** The number of postings of the tenant that has the most. */
  get longest(): number {
    return Math.max(0, ...[...this.#lines.values()].map(({ items }) => items.length));
  }

  /** Why a posting has no room: its tenant has too many, or all together have. */
  refusal({ tenant, size }: Pick<T, "tenant" | "size">): "tenant" | "all" | null {
    const { limit, ofTenant } = this.#options;
    const line = this.#lines.get(tenant);
    const waiting = line?.items.length ?? 0;
    if (waiting >= ofTenant.postings || (line && line.movements + size > ofTenant.movements)) return "tenant";
    return this.#size >= limit && waiting * this.#lines.size >= limit ? "all" : null;
  }

  add(item: T): void {
    const line = this.#lines.get(item.tenant);
    if (line) {
      line.items.push(item);
      line.movements += item.size;
    } else this.#lines.set(item.tenant, lineOf([item]));
    this.#size += 1;
  }

  /** Returns postings that were taken: they are the first of their lines again. */
  putBack(items: readonly T[]): void {
    for (const [tenant, own] of Map.groupBy(items, (item) => item.tenant)) {
      const later = this.#lines.get(tenant)?.items ?? [];
      this.#lines.set(tenant, lineOf([...own, ...later]));
    }
    this.#size += items.length;
  }

  /** Takes the next group, in turns. A batch is taken alone, and no posting of its tenant overtakes it. */
  take(take: Take): T[] {
    const group = new Group<T>(take);
    const turns = [...this.#lines].map(([tenant, line]): Turn<T> => {
      return { tenant, line, rest: line.items[Symbol.iterator](), isOpen: true };
    });
    /** The tenants whose turn has ended, in that order. */
    const served = new Set<number>();
    while (!group.isFull && turns.some(({ isOpen }) => isOpen)) {
      for (const turn of turns) if (turn.isOpen) this.#serve(turn, group, served);
    }
    for (const turn of turns) this.#remove(turn, group.taken);
    for (const tenant of served) this.#moveBack(tenant);
    this.#size -= group.taken.size;
    return [...group.taken];
  }

  takeAll(): T[] {
    const all = [...this.#lines.values()].flatMap(({ items }) => items);
    this.#lines.clear();
    this.#size = 0;
    return all;
  }

  /** Offers the postings of one turn. Credit remains where a full group interrupts it. */
  #serve(turn: Turn<T>, group: Group<T>, served: Set<number>): void {
    if (group.isFull) return;
    const { line, tenant, rest } = turn;
    const before = group.taken.size;
    if (line.credit === 0) line.credit = this.#options.weightOf(tenant);
    while (line.credit > 0 && !group.isFull) {
      const takenBefore = group.taken.size;
      const next = rest.next();
      turn.isOpen = !next.done && group.offer(next.value);
      line.credit = turn.isOpen ? line.credit - (group.taken.size - takenBefore) : 0;
    }
    if (line.credit === 0 && group.taken.size === before) return;
    served.delete(tenant);
    if (line.credit === 0) served.add(tenant);
  }

  #remove({ tenant, line }: Turn<T>, taken: ReadonlySet<T>): void {
    const isWaiting = (item: T) => !taken.has(item);
    if (line.items.every(isWaiting)) return;
    line.items = line.items.filter(isWaiting);
    line.movements = movementsOf(line.items);
    if (line.items.length === 0) this.#lines.delete(tenant);
  }

  #moveBack(tenant: number): void {
    const line = this.#lines.get(tenant);
    if (!line) return;
    this.#lines.delete(tenant);
    this.#lines.set(tenant, line);
  }
}

function lineOf<T extends Waiting>(items: T[]): Line<T> {
  return { items, movements: movementsOf(items), credit: 0 };
}

function movementsOf(items: readonly Waiting[]): number {
  return items.reduce((sum, { size }) => sum + size, 0);
}

class Group<T extends Waiting> {
  readonly taken = new Set<T>();
  readonly #accounts = new Set<bigint>();
  readonly #take: Take;
  #hasBatch = false;

  constructor(take: Take) {
    this.#take = take;
  }

  get isFull(): boolean {
    return this.#hasBatch || this.taken.size >= this.#take.limit;
  }

  /** Takes or skips a posting. Returns false when nothing after it in its line may be taken now. */
  offer(item: T): boolean {
    if (item.isBatch && (this.taken.size > 0 || this.#take.hasBatchOf(item.tenant))) return false;
    if (this.#isHeld(item)) return !item.isBatch;
    const isBeyondShare = this.taken.size >= this.#take.share;
    if (isBeyondShare && !item.accounts.some((account) => this.#accounts.has(account))) return true;
    this.taken.add(item);
    this.#hasBatch = item.isBatch;
    // Nothing joins a batch.
    if (!item.isBatch) for (const account of item.accounts) this.#accounts.add(account);
    return true;
  }

  #isHeld(item: T): boolean {
    if (item.passedOver >= MAX_SKIPS || !item.accounts.some(this.#take.isHeld)) return false;
    item.passedOver += 1;
    return true;
  }
}
