/**
 * What the service says about a row before it is sent. `paid`: the payment exists already, under the same reference, or the customer
 * does; `isFixed` if the row cannot be sent again. `recent`: an equal payment of the last days, or a customer with the same e-mail.
 * `failing`: it would be rejected. `customerId`: of the customer who exists.
 */
export type Verdict = {
  kind: "paid" | "recent" | "failing";
  text: string;
  batchId: string | null;
  customerId?: string;
  isFixed: boolean;
};
/** Which rows are sent in spite of their verdict. */
export type VerdictChoice = { again: boolean; withFailing: boolean };
/** `charges`: fee, VAT and duty of the payouts that will be sent, as far as they are checked. Kobo. */
export type VerdictCounts = {
  paid: number;
  recent: number;
  failing: number;
  leftOut: number;
  charges: bigint;
  /** Rows that will be sent, by the tier of the wallet that they create. */
  tiers: Readonly<Record<string, number>>;
};

type Noted = { name: string | null; verdict: Verdict | null; cost?: number; tier?: string };

/** The verdicts of a file's rows, and the names of the account holders. An edit makes a row unchecked. */
export function createVerdicts() {
  const found = new Map<number, Verdict>();
  const names = new Map<number, string>();
  const charges = new Map<number, number>();
  const tiers = new Map<number, string>();
  const checked = new Set<number>();
  let choice: VerdictChoice = { again: false, withFailing: false };
  const isLeftOut = (row: number): boolean => {
    const verdict = found.get(row);
    if (!verdict) return false;
    if (verdict.kind === "failing") return !choice.withFailing;
    return verdict.isFixed || !choice.again;
  };
  return {
    isChecked: (row: number) => checked.has(row),
    of: (row: number) => found.get(row),
    nameOf: (row: number) => names.get(row) ?? null,
    rows: () => found.keys(),
    set(row: number, { name, verdict, cost, tier }: Noted): void {
      checked.add(row);
      if (name !== null) names.set(row, name);
      if (cost !== undefined) charges.set(row, cost);
      if (tier !== undefined) tiers.set(row, tier);
      if (verdict) found.set(row, verdict);
    },
    forget(row: number): void {
      checked.delete(row);
      names.delete(row);
      charges.delete(row);
      tiers.delete(row);
      found.delete(row);
    },
    choose(next: VerdictChoice): void {
      choice = next;
    },
    isLeftOut,
    /** Counts the verdicts of the rows that could be sent, and the total of those that are left out. Kobo. */
    count(isSendable: (row: number) => boolean, amountOf: (row: number) => bigint) {
      const counted = { paid: 0, recent: 0, failing: 0, leftOut: 0, leftOutTotal: 0n, charges: 0n };
      for (const [row, { kind }] of found) {
        if (!isSendable(row)) continue;
        counted[kind] += 1;
        if (!isLeftOut(row)) continue;
        counted.leftOut += 1;
        counted.leftOutTotal += amountOf(row);
      }
      for (const [row, cost] of charges) if (isSendable(row) && !isLeftOut(row)) counted.charges += BigInt(cost);
      const isSent = (row: number) => isSendable(row) && !isLeftOut(row);
      return { ...counted, tiers: countTiers(tiers, isSent) } satisfies VerdictCounts & { leftOutTotal: bigint };
    },
  };
}

function countTiers(tiers: ReadonlyMap<number, string>, isSent: (row: number) => boolean): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const [row, tier] of tiers) if (isSent(row)) counted[tier] = (counted[tier] ?? 0) + 1;
  return counted;
}
