/** The properties of a posting that the queue uses. */
export type Waiting = {
  readonly tenant: number;
  readonly isBatch: boolean;
  readonly accounts: readonly bigint[];
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
};

const MAX_SKIPS = 3;

/**
 * The queue of postings, one line per tenant. Lanes take from all lines in turn, so thousands of postings of one merchant do not
 * delay another merchant's transfer. A posting whose account another lane holds waits here and joins a larger group, instead of
 * waiting for a lock in the database. After `MAX_SKIPS` skips a lane takes it anyway.
 */
export class PostingQueue<T extends Waiting> {
  // A Map keeps the order of insertion: the first key is the tenant whose turn it is.
  readonly #lines = new Map<number, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(item: T): void {
    const line = this.#lines.get(item.tenant);
    if (line) line.push(item);
    else this.#lines.set(item.tenant, [item]);
    this.#size += 1;
  }

  /** Takes the next group, one posting per tenant in each round. A batch is taken alone, and no posting of its tenant overtakes it. */
  take(take: Take): T[] {
    const group = new Group<T>(take);
    const lines = [...this.#lines].map(([tenant, line]) => ({ tenant, rest: line[Symbol.iterator](), isOpen: true }));
    while (!group.isFull && lines.some((line) => line.isOpen)) {
      for (const line of lines) {
        if (group.isFull || !line.isOpen) continue;
        const next = line.rest.next();
        line.isOpen = !next.done && group.offer(next.value);
      }
    }
    for (const tenant of group.tenants) this.#remove(tenant, group.taken);
    this.#size -= group.taken.size;
    return [...group.taken];
  }

  #remove(tenant: number, taken: ReadonlySet<T>): void {
    const line = this.#lines.get(tenant)?.filter((item) => !taken.has(item)) ?? [];
    this.#lines.delete(tenant);
    if (line.length > 0) this.#lines.set(tenant, line);
  }
}

class Group<T extends Waiting> {
  readonly taken = new Set<T>();
  readonly tenants = new Set<number>();
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
    if (item.isBatch && this.taken.size > 0) return false;
    if (this.#isHeld(item)) return !item.isBatch;
    const isBeyondShare = this.taken.size >= this.#take.share;
    if (isBeyondShare && !item.accounts.some((account) => this.#accounts.has(account))) return true;
    this.taken.add(item);
    this.tenants.add(item.tenant);
    this.#hasBatch = item.isBatch;
    for (const account of item.accounts) this.#accounts.add(account);
    return true;
  }

  #isHeld(item: T): boolean {
    if (item.passedOver >= MAX_SKIPS || !item.accounts.some(this.#take.isHeld)) return false;
    item.passedOver += 1;
    return true;
  }
}
