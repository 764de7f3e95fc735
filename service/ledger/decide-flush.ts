import type { KnownReference, TenantTierRow } from "../db/ledger/flush-facts.ts";
import type { KeyedAnswerRow } from "../db/ledger/idempotency-keys.ts";
import type { EntryRow, FlushRows, JournalCodes } from "../db/ledger/postings.ts";
import type { AuditRow } from "../db/merchant/audit-log.ts";
import type { Statement } from "../db/statement.ts";
import type { Account, TierNumber, TierRule, TierRules } from "./account.ts";
import { type Applied, applyMovements, type FeeAccounts, type Posted, referenceKey } from "./apply-movements.ts";
import type { ApprovalDecision, Decision } from "./committer.ts";
import type { Pending } from "./flush-plan.ts";
import { callLine, callsLine, entryLine, journalKind, journalLine, microsOf, transactionLine } from "./journal-text.ts";
import { KIND_RULES } from "./kind-rules.ts";
import { lagosDay } from "./lagos-day.ts";
import { tracesOf } from "./posting-traces.ts";

/** The rows that a flush loaded under lock. */
export type Facts = {
  readonly accounts: readonly Account[];
  readonly tierRules: readonly TenantTierRow[];
  readonly references: readonly KnownReference[];
  readonly answers: readonly KeyedAnswerRow[];
  readonly approvals: readonly { tenant: number; id: string; status: string; decision: string | null }[];
};

/** The result of a flush: postings that were done before, postings decided now, and the rows to write. */
export type DecidedFlush = {
  readonly done: readonly { item: Pending; decision: Decision }[];
  readonly decided: readonly { item: Pending; decision: Decision }[];
  readonly applied: Applied;
  /** Whether one of them was refused as a whole. */
  readonly isRefused: boolean;
  readonly answers: readonly KeyedAnswerRow[];
  readonly audit: readonly AuditRow[];
  readonly approvals: readonly ApprovalDecision[];
  readonly statements: readonly (() => readonly Statement[])[];
};

/** Authenticates a journal by its line and the lines of its rows. Ledger 6. */
export type Sign = (journal: string, rows: readonly string[]) => { mac: Buffer; rowSums: Buffer };

/** Decides the postings of a flush in order of arrival, from the rows loaded under lock. Pure. */
export function decideFlush(
  items: readonly Pending[],
  facts: Facts,
  { at, feeAccounts }: { at: Date; feeAccounts: ReadonlyMap<number, FeeAccounts> },
): DecidedFlush {
  const { done, open } = separateDone(items, facts);
  const applied = applyMovements(
    accountsOf(facts),
    open.flatMap((item) => item.posting.movements),
    {
      day: lagosDay(at),
      tiers: tiersByTenant(facts.tierRules),
      feeAccounts,
      usedReferences: new Set(facts.references.map((row) => referenceKey(row.tenant, row.reference))),
      mergeMerchantEntries: open.some((item) => item.isBatch),
    },
  );
  const { isRolledBack, ...collected } = collectSideEffects(open, applied, at);
  return { done, applied: isRolledBack ? { ...applied, ...NOTHING } : applied, ...collected };
}

/** The loaded accounts by ID. During an emergency freeze every wallet counts as frozen. Decision 0074. */
function accountsOf({ accounts, tierRules }: Facts): Map<bigint, Account> {
  const stopped = new Set(tierRules.filter((row) => row.areWalletsFrozen).map((row) => row.tenant));
  const isFrozen = (account: Account) => account.frozen || (account.kind === "wallet" && stopped.has(account.tenant));
  return new Map(accounts.map((account) => [account.id, isFrozen(account) ? { ...account, frozen: true } : account]));
}

const NOTHING: Omit<Applied, "outcomes"> = { posted: [], changed: [], entries: [] };

/** Separates postings that are already done. Of several postings that settle one approval, the first stays open. */
function separateDone(items: readonly Pending[], facts: Facts) {
  const known = indexOf(facts);
  const open: Pending[] = [];
  const done: { item: Pending; decision: Decision }[] = [];
  for (const item of items) {
    const decision = decisionBefore(item, known);
    if (decision) {
      done.push({ item, decision });
      continue;
    }
    const { approval, tenant } = item.posting;
    if (approval) known.approvals.set(`${tenant}:${approval.id}`, approval.decision);
    open.push(item);
  }
  return { done, open };
}

function indexOf(facts: Facts) {
  return {
    answers: new Map(facts.answers.map((row) => [`${row.tenant}:${row.key}`, row])),
    transactions: new Set(facts.references.map((row) => row.transaction)),
    suspended: new Set(facts.tierRules.filter((row) => row.isSuspended).map((row) => row.tenant)),
    /** The decision of each approval; null while it is pending. */
    approvals: new Map(facts.approvals.map((row) => [`${row.tenant}:${row.id}`, row.decision])),
  };
}

/**
 * The end of a posting that the ledger does not decide: an attempt with an unknown result had committed, its key was answered, its
 * approval was decided, or its merchant is suspended.
 */
function decisionBefore(item: Pending, known: ReturnType<typeof indexOf>): Decision | null {
  const { idempotency, tenant, movements, approval } = item.posting;
  const decided = approval && known.approvals.get(`${tenant}:${approval.id}`);
  if (item.possiblyCommitted) {
    const isOwnDecision = approval !== undefined && decided === approval.decision;
    if (isOwnDecision || movements.some((movement) => known.transactions.has(movement.id)))
      return item.possiblyCommitted;
  }
  const answer = idempotency && known.answers.get(`${tenant}:${idempotency.key}`);
  if (answer) {
    const { status, headers, body, source, requestHash } = answer;
    return { kind: "answered_before", answer: { status, headers, body, source }, requestHash };
  }
  if (approval && decided !== null) return { kind: "approval_decided" };
  // The last line behind authentication and the jobs: money of a suspended merchant only comes in or back. Decision 0074.
  const isAllowed = movements.every((movement) => KIND_RULES[movement.kind].whileSuspended);
  return known.suspended.has(tenant) && !isAllowed ? { kind: "merchant_suspended" } : null;
}

function collectSideEffects(open: readonly Pending[], applied: Applied, at: Date) {
  const decided: { item: Pending; decision: Decision }[] = [];
  const answers: KeyedAnswerRow[] = [];
  const audit: AuditRow[] = [];
  const approvals: ApprovalDecision[] = [];
  const statements: (() => readonly Statement[])[] = [];
  let [isRefused, isRolledBack] = [false, false];
  let from = 0;
  for (const item of open) {
    const { posting } = item;
    const outcomes = applied.outcomes.slice(from, from + posting.movements.length);
    from += posting.movements.length;
    const sideEffects = posting.buildSideEffects(outcomes, at, item.hasEarlyRows);
    isRefused ||= sideEffects.isRefused ?? false;
    if (sideEffects.isRefused && outcomes.some((outcome) => outcome.posted)) {
      // Later postings of this flush saw its effect, so the lane splits the flush until this posting is alone.
      if (open.length > 1) throw new Error("a fully refused posting shares its flush");
      isRolledBack = true;
    }
    audit.push(...sideEffects.audit);
    if (sideEffects.statements) statements.push(sideEffects.statements);
    if (sideEffects.approval) approvals.push(sideEffects.approval);
    if (sideEffects.answer && posting.idempotency) {
      answers.push({ tenant: posting.tenant, ...posting.idempotency, ...sideEffects.answer });
    }
    decided.push({ item, decision: { kind: "decided", outcomes, at } });
  }
  return { decided, answers, audit, approvals, statements, isRefused, isRolledBack };
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

/** The rows of a decided flush, with the signed journal of each tenant. */
export function rowsToWrite(
  { applied, decided, answers, audit, approvals, statements }: DecidedFlush,
  { journal: { id, lane }, at, sign }: { journal: { id: bigint; lane: number }; at: Date; sign: Sign },
): FlushRows {
  const { posted, changed, entries } = applied;
  const kind = decided.some(({ item }) => item.isBatch) ? "batch" : "flush";
  const micros = microsOf(at);
  const entriesOf = Map.groupBy(entries, (row) => row.tenant);
  const journals = [...Map.groupBy(posted, (one) => one.movement.tenant)].map(([tenant, own]) => {
    const n = own.length;
    const calls = own.flatMap(({ movement }) => (movement.call ? [callLine(movement, movement.call)] : []));
    const ownKind = journalKind(kind, calls.length > 0);
    const line = journalLine({ tenant, id, lane, kind: ownKind, n, at: micros });
    const codes = (): JournalCodes => ({
      rows: sign(line, linesOf(own, entriesOf.get(tenant) ?? [], micros)),
      calls: calls.length > 0 ? sign(callsLine(line), calls) : null,
    });
    return { tenant, kind: ownKind, n, sign: codes };
  });
  return {
    journal: { id, lane },
    journals,
    at,
    accounts: changed,
    transactions: posted,
    entries,
    answers,
    audit,
    approvals,
    statements,
    traces: tracesOf(decided),
  };
}

/** The lines of a journal's rows. `at`: microseconds since 1970. */
function linesOf(posted: readonly Posted[], entries: readonly EntryRow[], at: string): string[] {
  const state = { status: "success", failure: null, at };
  const lines = posted.map((one) => transactionLine(one.movement, one, state));
  for (const entry of entries) lines.push(entryLine(entry, at));
  return lines;
}
