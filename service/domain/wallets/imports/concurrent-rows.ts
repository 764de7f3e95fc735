/** Rows of a turn processed concurrently; also the limit of its registry calls. */
export const CONCURRENT_ROWS = 8;

/** Works on rows in order, `CONCURRENT_ROWS` at a time, until all are done or `isStopped`. Rejects with the first error of `work`. */
export async function eachRow<T>(
  rows: readonly T[],
  work: (row: T, index: number) => Promise<void>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const waiting = rows.entries();
  async function lane(): Promise<void> {
    while (!isStopped()) {
      const next = waiting.next();
      if (next.done) return;
      const [index, row] = next.value;
      await work(row, index);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_ROWS }, lane));
}
