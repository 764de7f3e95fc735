import type { Account, TierNumber, TierRule, TierRules } from "./account.ts";
import { type Applied, applyMovements, type FeeAccounts, referenceKey } from "./apply-movements.ts";
import type { AnswerRow, AuditRow, Decision } from "./committer.ts";
import type { Pending } from "./flush-plan.ts";
import { lagosDay } from "./lagos-day.ts";

/** What was loaded for a flush. */
export type Facts = {
  readonly accounts: readonly Account[];
  readonly tierRules: readonly (TierRule & { tenant: number; tier: TierNumber })[];
  readonly references: readonly { tenant: number; reference: string; transaction: string }[];
  readonly answers: readonly (AnswerRow & { tenant: number; key: string; requestHash: Buffer })[];
};

export type AnswerToKeep = AnswerRow & { tenant: number; key: string; requestHash: Buffer };

/** A flush, decided: postings that were done before, those decided now, and what to write for them. */
export type DecidedFlush = {
  readonly done: readonly { item: Pending; decision: Decision }[];
  readonly decided: readonly { item: Pending; decision: Decision }[];
  readonly applied: Applied;
  readonly answers: readonly AnswerToKeep[];
  readonly audit: readonly AuditRow[];
};

/** Decides the postings of a flush in order of arrival, from what was loaded under lock. Pure. */
export function decideFlush(
  items: readonly Pending[],
  facts: Facts,
  surroundings: { at: Date; feeAccounts: ReadonlyMap<number, FeeAccounts> },
): DecidedFlush {
  const { done, open } = separateDone(items, facts);
  const applied = applyMovements(
    new Map(facts.accounts.map((account) => [account.id, account])),
    open.flatMap((item) => item.posting.movements),
    {
      day: lagosDay(surroundings.at),
      tiers: tiersByTenant(facts.tierRules),
      feeAccounts: surroundings.feeAccounts,
      usedReferences: new Set(facts.references.map((row) => referenceKey(row.tenant, row.reference))),
      mergeMerchantEntries: open.some((item) => item.isBatch),
    },
  );
  return { done, applied, ...accompany(open, applied, surroundings.at) };
}

/** Postings that need nothing any more: their key was answered before, or an attempt whose end was not seen had committed. */
function separateDone(items: readonly Pending[], facts: Facts) {
  const answers = new Map(facts.answers.map((row) => [`${row.tenant}:${row.key}`, row]));
  const transactions = new Set(facts.references.map((row) => row.transaction));
  const done: { item: Pending; decision: Decision }[] = [];
  const open: Pending[] = [];
  for (const item of items) {
    const { idempotency, tenant, movements } = item.posting;
    const answer = idempotency && answers.get(`${tenant}:${idempotency.key}`);
    if (item.doubtful && movements.some((movement) => transactions.has(movement.id))) {
      done.push({ item, decision: item.doubtful });
    } else if (answer) {
      const { status, headers, body, requestHash } = answer;
      done.push({ item, decision: { kind: "answered_before", answer: { status, headers, body }, requestHash } });
    } else {
      open.push(item);
    }
  }
  return { done, open };
}

function accompany(open: readonly Pending[], applied: Applied, at: Date) {
  const decided: { item: Pending; decision: Decision }[] = [];
  const answers: AnswerToKeep[] = [];
  const audit: AuditRow[] = [];
  let from = 0;
  for (const item of open) {
    const { posting } = item;
    const outcomes = applied.outcomes.slice(from, from + posting.movements.length);
    from += posting.movements.length;
    const companions = posting.accompany(outcomes, at);
    audit.push(...companions.audit);
    if (companions.answer && posting.idempotency) {
      answers.push({ tenant: posting.tenant, ...posting.idempotency, ...companions.answer });
    }
    decided.push({ item, decision: { kind: "decided", outcomes, at } });
  }
  return { decided, answers, audit };
}

function tiersByTenant(rows: Facts["tierRules"]): Map<number, TierRules> {
  const byTenant = new Map<number, Partial<Record<TierNumber, TierRule>>>();
  for (const row of rows) byTenant.set(row.tenant, { ...byTenant.get(row.tenant), [row.tier]: row });
  return new Map([...byTenant].map(([tenant, rules]) => [tenant, completeRules(tenant, rules)]));
}

function completeRules(tenant: number, rules: Partial<Record<TierNumber, TierRule>>): TierRules {
  const { 1: first, 2: second, 3: third } = rules;
  if (!first || !second || !third) throw new Error(`tenant ${tenant} lacks rules of a tier`);
  return { 1: first, 2: second, 3: third };
}
