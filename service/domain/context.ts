import type { Assurance } from "../../contract/auth.ts";
import type { MoneyRule } from "../../contract/endpoint.ts";
import type { BuiltInRole } from "../../contract/permissions.ts";
import type { Tracing } from "../../contract/tracing.ts";
import type { AddressList } from "../../contract/trusted-proxies.ts";
import type { Clock } from "../clock.ts";
import type { PartyAddress, PartyKind } from "../db/ledger/money-parties.ts";
import type { MoneySettingsRow } from "../db/ledger/money-settings.ts";
import type { AuditRow } from "../db/merchant/audit-log.ts";
import type { PayoutEnds } from "../db/payouts/payout-ends.ts";
import type { Database } from "../db/pool.ts";
import type { Replicas } from "../db/replicas.ts";
import type { Ids } from "../ids.ts";
import type { ApprovalDecision, Committer } from "../ledger/committer.ts";
import type { HeadFiles } from "../providers/head-files.ts";
import type { Providers } from "../providers/providers.ts";
import type { Failure } from "./failure.ts";
import type { PendingAnswer } from "./idempotency.ts";

export type Mode = "SANDBOX" | "PRODUCTION";

/** The books of one merchant in one mode. `id` is part of every key in the database. */
export type Tenant = { id: number; merchantId: string; mode: Mode };

/**
 * The merchant's approval rules in one mode, in kobo: a member's request below `noApprovalBelow` needs no approval, one from
 * `twoApproversFrom` needs two. Null: no such amount. Decision 0117.
 */
export type ApprovalRules = { noApprovalBelow: bigint | null; twoApproversFrom: bigint | null };

/**
 * The caller or job that acts. Money movements of a member are submitted for approval with `channel` "dashboard", without
 * `mayMoveMoney`, or above `approvalLimit` (kobo; null means no limit), unless `rules` say otherwise. API 2, decisions 0072, 0117.
 */
export type Actor =
  | {
      kind: "member";
      id: string;
      userId: string;
      name: string;
      role: BuiltInRole | "Custom";
      permissions: readonly string[];
      channel: "dashboard" | "api";
      mayMoveMoney: boolean;
      approvalLimit: bigint | null;
      rules: ApprovalRules;
      sessionId: string;
    }
  | { kind: "key"; id: string; name: string; permissions: readonly string[]; isRestricted?: true }
  | { kind: "customer"; id: string; name: string }
  | { kind: "job" | "platform"; id: string; name: string };

/** How and when the person last proved their identity to a session. Decision 0078. */
export type SessionProof = { assurance: Assurance; provenAt: Date; hasSecondFactor: boolean; hasPasskey: boolean };

/**
 * The result of authenticating a credential: its tenant, its holder, the last proof of a session's holder, and the
 * addresses that may use a restricted key. `suspension`: the message for a caller of a suspended merchant, who may use
 * only the few endpoints that allow it.
 */
export type Caller = {
  tenant: Tenant;
  actor: Actor;
  proof?: SessionProof;
  allowedAddresses?: AddressList;
  suspension?: string;
};

/** Caches callers for seconds by the hash of their credential. Revoking a session removes it immediately (API 2). */
export type CallerCache = {
  find(credentialHash: string): Caller | undefined;
  keep(credentialHash: string, caller: Caller, validUntil: Date): void;
  forgetSession(sessionId: string): void;
  /** Call it after a change of role, limit or membership. */
  forgetMember(memberId: string): void;
  /** Call it after a change of keys, account mode or a role: the merchant's callers are authenticated again. */
  forgetMerchant(merchantId: string): void;
};

/** Counts calls per key without a write per call. Implemented in `auth/key-use.ts`. */
export type KeyUse = {
  note(keyId: string, call: { address: string | null; isRefused?: boolean }): void;
  /** Writes the counts since the last flush; a failed write keeps them for the next one. */
  flush(): Promise<void>;
};

/** The requests that a caller and a merchant may send. Implemented in `auth/rate-limits.ts`. Decision 0086. */
export type RateLimits = {
  /** Counts a request, unless it is refused: `refused` says which policy it exceeds. The headers are those of the reply. */
  take(caller: Caller): {
    headers: Record<string, string>;
    refused: { policy: string; quota: number; retryAfterSeconds: number } | null;
  };
  /** The tenant's postings in each turn of the ledger's queue. Decision 0195. */
  weightOf(tenant: number): number;
  /** Reads the limits and weights that the platform has set. */
  refresh(): Promise<void>;
};

/** Caches the addresses and settings that every transfer reads. Implemented in `transfers/party-cache.ts`. */
export type PartyCache = {
  settingsOf(tenantId: number): MoneySettingsRow | undefined;
  addressOf(tenantId: number, by: PartyKind, name: string): PartyAddress | undefined;
  keepSettings(tenantId: number, settings: MoneySettingsRow): void;
  keepAddress(tenantId: number, by: PartyKind, address: PartyAddress): void;
};

/**
 * The approval that a movement settles. In a context it makes `moveMoney` give the movement the approval's own ID and
 * reference, and commit the decision with the money or with the reason for the refusal (decision 0020). Made by
 * `approvals/approve-transaction.ts`.
 */
export type Approving = {
  readonly id: string;
  readonly reference: string;
  /** The ID of this attempt to decide. */
  readonly decision: string;
  /** The decision: approved, or failed with the reason. Pure. */
  settle(failure: Failure | null): ApprovalDecision;
  /** The audit row of a decision that `settle` returned. */
  audit(decision: ApprovalDecision): AuditRow;
};

/** The parts of the running service. `compose.ts` builds them once (tests: `testing/context.ts`). */
export type Services = {
  /** In the context of a request the rows of its tenant only. Decision 0084. */
  db: Database;
  /** For the reads of endpoints that allow it. Without them everything is read on the primary. Decision 0191. */
  replicas?: Replicas | undefined;
  clock: Clock;
  ids: Ids;
  committer: Committer;
  providers: Providers;
  callers?: CallerCache;
  /** Present in processes that serve keys. */
  keyUse?: KeyUse;
  /** Present in processes that answer requests. Without it there is no limit. */
  rateLimits?: RateLimits;
  /** The address of the dashboard for links in mails. Without it mails have no links. */
  dashboardUrl?: string;
  /** The domain of passkeys, if it is not the host of the dashboard. */
  passkeyRpId?: string;
  /** Where the daily heads of the hash chain are written. Without it they are not. */
  headFiles?: HeadFiles;
  /** The most unfinished uploads of each kind per merchant. Without it there is no limit. */
  uploadsWaiting?: number;
  /** How long a caller waits for the bank's verdict on a payout, in ms. Without it 8 s. */
  payoutWaitMs?: number;
  /** Announces ended payouts to the callers that wait. Without it these read the payout again and again. */
  payoutEnds?: PayoutEnds;
  /** Present when tracing is on. Decision 0185. */
  tracing?: Tracing | undefined;
  /** Without it every transfer reads from the database, so that tests see their changes immediately. */
  parties?: PartyCache;
};

/** The context of a verb without an authenticated caller, such as signing in. Header names are lower case. */
export type PublicContext = Services & {
  requestId: string;
  address: string | null;
  headers: Readonly<Record<string, string | undefined>>;
};

/** The context of a verb. `address` is the caller's network address, for the audit log. */
export type Context = Services & {
  tenant: Tenant;
  actor: Actor;
  requestId: string;
  address: string | null;
  pendingAnswer: PendingAnswer | null;
  /** Present while an approval is settled. */
  approving?: Approving;
  /** The `money` declaration of the endpoint; absent in jobs and platform commands. Decision 0061. */
  money?: MoneyRule | "none";
};
