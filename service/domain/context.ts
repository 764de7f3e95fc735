import type { MoneyRule } from "../../contract/endpoint.ts";
import type { BuiltInRole } from "../../contract/permissions.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/pool.ts";
import type { Ids } from "../ids.ts";
import type { Committer } from "../ledger/committer.ts";
import type { Providers } from "../providers/providers.ts";
import type { Approving } from "./approvals/approving.ts";
import type { KeyUse } from "./auth/key-use.ts";
import type { PendingAnswer } from "./idempotency.ts";
import type { PartyCache } from "./transfers/party-cache.ts";

export type Mode = "SANDBOX" | "PRODUCTION";

/** One set of books: a merchant in a mode. `id` is part of every key in the database. */
export type Tenant = { id: number; merchantId: string; mode: Mode };

/** Who acts. `channel` "dashboard" means that money moves are submitted for approval (api 2). */
export type Actor =
  | {
      kind: "member";
      id: string;
      userId: string;
      name: string;
      role: BuiltInRole | "Custom";
      permissions: readonly string[];
      channel: "dashboard" | "api";
      sessionId: string;
    }
  | { kind: "key"; id: string; name: string; permissions: readonly string[] }
  | { kind: "customer"; id: string; name: string }
  | { kind: "job" | "platform"; id: string; name: string };

/** What a credential proved: the books it opens and who holds it. */
export type Caller = { tenant: Tenant; actor: Actor };

/** Remembers callers for seconds, by the hash of their credential; revoking a session forgets it here at once (api 2). */
export type CallerCache = {
  find(credentialHash: string): Caller | undefined;
  keep(credentialHash: string, caller: Caller, validUntil: Date): void;
  forgetSession(sessionId: string): void;
  /** After a change of role, limit or membership. */
  forgetMember(memberId: string): void;
  /** After a change of keys, account mode or a role: whoever acts for the merchant is looked up again. */
  forgetMerchant(merchantId: string): void;
};

/** The parts of the running service, put together once in `compose.ts` (tests: `testing/context.ts`). */
export type Services = {
  db: Database;
  clock: Clock;
  ids: Ids;
  committer: Committer;
  providers: Providers;
  callers?: CallerCache;
  /** Counts the calls of private keys, where a process serves them. */
  keyUse?: KeyUse;
  /** Where the dashboard is, for links in mails; without it they have none. */
  dashboardUrl?: string;
  /** How many uploads of each kind a merchant may leave waiting; without it, any number. */
  uploadsWaiting?: number;
  /** Without it, each transfer reads what it needs: tests see their changes at once. */
  parties?: PartyCache;
};

/** What a verb without a signed-in caller gets: logging in, refreshing. Header names are lower case. */
export type PublicContext = Services & {
  requestId: string;
  address: string | null;
  headers: Readonly<Record<string, string | undefined>>;
};

/** All a verb needs besides its input. `address` is the caller's, for the audit log. */
export type Context = Services & {
  tenant: Tenant;
  actor: Actor;
  requestId: string;
  address: string | null;
  pendingAnswer: PendingAnswer | null;
  /** Set while an approval is settled: the money that moves settles it. */
  approving?: Approving;
  /** The `money` declaration of the endpoint that was called; absent in jobs and platform commands. */
  money?: MoneyRule | "none";
};
