import { type ApprovalStateRow, lockApprovals } from "../approvals/approval-decisions.ts";
import { binaryArray } from "../array-binary.ts";
import type { TierRuleRow } from "../merchant/settings.ts";
import type { Transaction } from "../pool.ts";
import type { StatementGroup } from "../statement-group.ts";
import type { AccountKind, AccountRow } from "./accounts.ts";
import { type KeyedAnswerRow, type SourceColumns, sourceColumns, withSource } from "./idempotency-keys.ts";

type AccountKey = { tenant: number; id: bigint };

/** The keys that a flush looks up before it decides. */
export type FlushQuestions = {
  tenants: readonly number[];
  accounts: readonly AccountKey[];
  /** The fee stripes of the calling lane, locked after all other accounts. */
  feeAccounts: readonly AccountKey[];
  references: readonly { tenant: number; reference: string }[];
  keys: readonly { tenant: number; key: string }[];
  approvals: readonly { tenant: number; id: string }[];
};

/** A tier rule with the state of its tenant: whether the platform has stopped the merchant, and the emergency freeze. */
export type TenantTierRow = TierRuleRow & { tenant: number; isSuspended: boolean; areWalletsFrozen: boolean };

export type KnownReference = { tenant: number; reference: string; transaction: string };
export type FlushFacts = {
  journal: bigint;
  accounts: AccountRow[];
  tierRules: TenantTierRow[];
  references: KnownReference[];
  answers: KeyedAnswerRow[];
  approvals: ApprovalStateRow[];
};

type AccountTuple = [
  number,
  bigint,
  AccountKind,
  1 | 2 | 3 | null,
  boolean,
  boolean,
  bigint,
  bigint,
  string | null,
  bigint,
];

/**
 * Begins a transaction, locks the accounts in order of ID, and reads the rest that the decisions need, in one round
 * trip, which `group` makes. References and keys are read after the locks, so rows of the previous lock holder
 * are visible.
 */
export async function beginFlush(group: StatementGroup, questions: FlushQuestions): Promise<FlushFacts> {
  void group.query({ name: "ledger_begin", text: "begin" });
  const reading = Promise.all([
    // First: a stop that waits for this flush must not also wait for an account that another flush holds.
    nextJournal(group, questions.tenants),
    lockAccounts(group, questions),
    findTierRules(group, questions.tenants),
    findReferences(group, questions.references),
    findAnswers(group, questions.keys),
    lockApprovals(group, questions.approvals),
  ]);
  const [[journal, accounts, tierRules, references, answers, approvals]] = await Promise.all([reading, group.ended]);
  return { journal, accounts, tierRules, references, answers, approvals };
}

const STOP_LOCK_CLASS = 7105;
const STOP_SLOTS = 64;

/** Tenants share slots, so that a flush of many merchants takes few locks. Ascending, so that nobody deadlocks. */
function stopSlotsOf(tenants: readonly number[]): number[] {
  return [...new Set(tenants.map((tenant) => tenant % STOP_SLOTS))].sort((one, other) => one - other);
}

/**
 * Waits for the running flushes of these tenants and holds later ones back until `tx` ends, so that no flush which read
 * the state before a stop commits after it. Take it before writing the state; lock no account in `tx`.
 */
export async function lockOutFlushes(tx: Transaction, tenants: readonly number[]): Promise<void> {
  for (const slot of stopSlotsOf(tenants)) {
    await tx.query("select pg_advisory_xact_lock($1, $2)", [STOP_LOCK_CLASS, slot]);
  }
}

/** Join no mutable table here: after waiting for a lock, PostgreSQL reads only the locked row again. */
export const lockAccountsSql = `
select a.tenant, a.id, a.kind, a.tier, a.frozen, a.post_no_credit, a.balance, a.seq, a.day, a.spent
from unnest($1::int[], $2::bigint[], $3::boolean[]) as wanted (tenant, id, is_stripe)
join accounts a on a.tenant = wanted.tenant and a.id = wanted.id
order by wanted.is_stripe, a.id for no key update of a`;

async function lockAccounts(group: StatementGroup, questions: FlushQuestions): Promise<AccountRow[]> {
  const accounts = [...questions.accounts, ...questions.feeAccounts];
  if (accounts.length === 0) return [];
  const { rows } = await group.query<AccountTuple>({
    name: "ledger_lock_accounts",
    text: lockAccountsSql,
    values: [
      binaryArray.integer(accounts.map((row) => row.tenant)),
      binaryArray.bigint(accounts.map((row) => row.id)),
      binaryArray.boolean(accounts.map((_, index) => index >= questions.accounts.length)),
    ],
    rowMode: "array",
  });
  return rows.map(([tenant, id, kind, tier, frozen, postNoCredit, balance, seq, day, spent]) => ({
    tenant,
    id,
    kind,
    tier,
    frozen,
    postNoCredit,
    balance,
    seq,
    day,
    spent,
  }));
}

/** Takes the journal's ID and a share of each tenant's stop lock, which `lockOutFlushes` waits for. */
async function nextJournal(group: StatementGroup, tenants: readonly number[]): Promise<bigint> {
  const { rows } = await group.query<{ id: bigint; locked: bigint }>({
    name: "ledger_next_journal",
    // Not null: "id". A transaction always gets an ID. It comes first: `nextval` alone takes one only when it writes to the log, once
    // in 32 draws, and what counts the journals would pass a number that waits for a row without an ID. Decision 0037.
    text: `select case when pg_current_xact_id() is not null then nextval('journal_ids') end as id, (
        select count(pg_advisory_xact_lock_shared(${STOP_LOCK_CLASS}, slot)) from unnest($1::int[]) as slots (slot)
      ) as locked`,
    values: [binaryArray.integer(stopSlotsOf(tenants))],
  });
  const [row] = rows;
  if (!row) throw new Error("the journal sequence is empty");
  return row.id;
}

async function findTierRules(group: StatementGroup, tenants: readonly number[]): Promise<TenantTierRow[]> {
  const { rows } = await group.query<TenantTierRow>({
    name: "ledger_tier_rules",
    text: `select r.tenant, r.tier, r.daily_limit as "dailyLimit", r.single_limit as "singleLimit",
        r.min_balance as "minBalance", r.max_balance as "maxBalance", m.suspended_at is not null as "isSuspended",
        s.wallets_frozen_at is not null as "areWalletsFrozen"
      from tenants t
      join merchants m on m.id = t.merchant_id
      join tenant_settings s on s.tenant = t.id
      join tier_rules r on r.tenant = t.id
      where t.id = any($1::int[])`,
    values: [binaryArray.integer(tenants)],
  });
  return rows;
}

export const findReferencesSql = `
select t.tenant, t.reference, t.id as transaction
from unnest($1::int[], $2::text[]) as wanted (tenant, reference)
join transactions t on t.tenant = wanted.tenant and t.reference = wanted.reference and t.status = 'success'`;

async function findReferences(group: StatementGroup, wanted: FlushQuestions["references"]): Promise<KnownReference[]> {
  if (wanted.length === 0) return [];
  const { rows } = await group.query<KnownReference>({
    name: "ledger_find_references",
    text: findReferencesSql,
    values: [
      binaryArray.integer(wanted.map((row) => row.tenant)),
      binaryArray.text(wanted.map((row) => row.reference)),
    ],
  });
  return rows;
}

export const findAnswersSql = `
select k.tenant, k.key, k.request_hash as "requestHash", k.status, k.headers, k.body, ${sourceColumns}
from unnest($1::int[], $2::text[]) as wanted (tenant, key)
join idempotency_keys k on k.tenant = wanted.tenant and k.key = wanted.key`;

async function findAnswers(group: StatementGroup, wanted: FlushQuestions["keys"]): Promise<KeyedAnswerRow[]> {
  if (wanted.length === 0) return [];
  const { rows } = await group.query<Omit<KeyedAnswerRow, "source"> & SourceColumns>({
    name: "ledger_find_answers",
    text: findAnswersSql,
    values: [binaryArray.integer(wanted.map((row) => row.tenant)), binaryArray.text(wanted.map((row) => row.key))],
  });
  return rows.map(withSource);
}
