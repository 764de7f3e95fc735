/** What the queue must know of a waiting posting. */
export type Waiting = { readonly tenant: number; readonly isBatch: boolean };

/**
 * Postings that wait for a lane, one line per tenant; lanes take from all lines in turn, so a merchant with thousands
 * waiting does not hold up one with a single transfer. Within a tenant first come, first served.
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

  /** Up to `limit` postings, one per tenant and round; a batch is taken alone. */
  take(limit: number): T[] {
    const taken: T[] = [];
    while (taken.length < limit) {
      const next = this.#lines.entries().next();
      if (next.done) break;
      const [tenant, line] = next.value;
      const [first] = line;
      if (!first) throw new Error("an empty line waits");
      if (first.isBatch && taken.length > 0) break;
      this.#advance(tenant, line);
      taken.push(first);
      if (first.isBatch) break;
    }
    return taken;
  }

  #advance(tenant: number, line: T[]): void {
    line.shift();
    this.#lines.delete(tenant);
    if (line.length > 0) this.#lines.set(tenant, line);
    this.#size -= 1;
  }
}
