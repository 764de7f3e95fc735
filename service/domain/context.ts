import type { BuiltInRole } from "../../contract/permissions.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/pool.ts";
import type { Ids } from "../ids.ts";
import type { Committer } from "../ledger/committer.ts";
import type { Providers } from "../providers/providers.ts";
import type { PendingAnswer } from "./idempotency.ts";

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

/** The parts of the running service, put together once in `compose.ts` (tests: `testing/context.ts`). */
export type Services = {
  db: Database;
  clock: Clock;
  ids: Ids;
  committer: Committer;
  providers: Providers;
};

/** All a verb needs besides its input. `address` is the caller's, for the audit log. */
export type Context = Services & {
  tenant: Tenant;
  actor: Actor;
  requestId: string;
  address: string | null;
  pendingAnswer: PendingAnswer | null;
};
