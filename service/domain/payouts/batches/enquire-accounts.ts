import type { BankAccount, Enquiry, Rail } from "../../../providers/rails/rail.ts";

/** A batch leaves connections of the rail for other payouts. */
const AT_ONCE = 16;
const KEPT_ANSWERS = 50_000;

type Kept = { enquiry: Enquiry; at: number };
const kept = new WeakMap<Rail, Map<string, Kept>>();

/** Names an account in a map. */
export function accountKey({ bankCode, accountNumber }: BankAccount): string {
  return `${bankCode}/${accountNumber}`;
}

/**
 * Asks a rail for the holders of accounts: each account once, 16 at a time. Takes an answer of this process that is at most `maxAgeMs`
 * old. An account whose bank does not answer within `withinMs` is `unavailable`. Rails 2, decision 0109.
 */
export async function enquireAccounts(
  rail: Rail,
  accounts: readonly BankAccount[],
  { maxAgeMs, withinMs }: { maxAgeMs: number; withinMs: number },
): Promise<(account: BankAccount) => Enquiry> {
  const answers = kept.get(rail) ?? new Map<string, Kept>();
  kept.set(rail, answers);
  const startedAt = performance.now();
  const found = new Map<string, Enquiry>();
  const wanted = new Map<string, BankAccount>();
  for (const account of accounts) {
    const key = accountKey(account);
    const known = answers.get(key);
    if (known && startedAt - known.at <= maxAgeMs) found.set(key, known.enquiry);
    else wanted.set(key, account);
  }
  const queue = wanted.entries();
  async function ask(): Promise<void> {
    for (const [key, account] of queue) {
      if (performance.now() - startedAt >= withinMs) return;
      const enquiry = await rail.enquire(account);
      found.set(key, enquiry);
      if (enquiry.outcome === "found") keep(answers, key, { ...enquiry, bvn: null });
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted.size) }, ask));
  return (account) => found.get(accountKey(account)) ?? { outcome: "unavailable", code: "late" };
}

/** Forgets the oldest answer beyond the limit: a Map keeps the order of insertion. */
function keep(answers: Map<string, Kept>, key: string, enquiry: Enquiry): void {
  answers.delete(key);
  answers.set(key, { enquiry, at: performance.now() });
  const [oldest] = answers.keys();
  if (answers.size > KEPT_ANSWERS && oldest !== undefined) answers.delete(oldest);
}
