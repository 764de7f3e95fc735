import type { BankAccount, Enquiry, Rail } from "../../../providers/rails/rail.ts";
import type { Context } from "../../context.ts";
import { railOf } from "../banks.ts";
import { enquireInTurn } from "../enquire-in-turn.ts";

/** As many as the batches of a merchant have places. */
const AT_ONCE = 16;
const KEPT_ANSWERS = 50_000;

type Kept = { enquiry: Enquiry; at: number };
const kept = new WeakMap<Rail, Map<string, Kept>>();

/** Names an account in a map. */
export function accountKey({ bankCode, accountNumber }: BankAccount): string {
  return `${bankCode}/${accountNumber}`;
}

/**
 * Asks the rail of the mode for the holders of accounts: each account once, 16 at a time over all batches of the merchant. Takes an
 * answer of this process that is at most `maxAgeMs` old. An account whose bank does not answer within `withinMs` is `unavailable`.
 * Rails 2, decision 0109.
 * @throws `rail_missing`
 */
export async function enquireAccounts(
  ctx: Pick<Context, "providers" | "tenant">,
  accounts: readonly BankAccount[],
  { maxAgeMs, withinMs }: { maxAgeMs: number; withinMs: number },
): Promise<(account: BankAccount) => Enquiry> {
  const rail = railOf(ctx);
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
      const leftMs = Math.ceil(withinMs - (performance.now() - startedAt));
      if (leftMs <= 0) return;
      const enquiry = await enquireInTurn(ctx, account, "batch", leftMs);
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
