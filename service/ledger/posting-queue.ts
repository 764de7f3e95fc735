/** What the queue must know of a waiting posting. */
export type Waiting = {
  readonly tenant: number;
  readonly isBatch: boolean;
  readonly accounts: readonly bigint[];
  /** How often a lane left it because another lane held one of its accounts. */
  passedOver: number;
};

export type Take = {
  /** A lane's part of what waits. */
  share: number;
  /** The most it takes: beyond its share only what needs the accounts it takes anyway. */
  limit: number;
  /** Whether another lane of this process has an account in hand. */
  isHeld(account: bigint): boolean;
};

const PATIENCE = 3;

/**
 * Postings that wait for a lane, one line per tenant; lanes take from all lines in turn, so a merchant with thousands
 * waiting does not hold up one with a single transfer. A posting whose account another lane holds waits here, where it joins
 * a larger group, rather than for a lock in the database; passed over too often, it goes all the same.
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

  /** The next group, round by round one posting per tenant. A batch is taken alone, and nothing of its tenant overtakes it. */
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

  /** Takes the posting or leaves it; false when nothing behind it in its line may be taken now. */
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
    if (item.passedOver >= PATIENCE || !item.accounts.some(this.#take.isHeld)) return false;
    item.passedOver += 1;
    return true;
  }
}
