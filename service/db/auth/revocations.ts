import { type Listening, listen } from "../listen.ts";
import type { Database } from "../pool.ts";

const CHANNEL = "caller_revoked";
const KINDS = ["session", "member", "merchant"] as const;

/** The callers that every process must authenticate again. */
export type Revocation = { kind: (typeof KINDS)[number]; id: string };

/**
 * Tells all processes about a revocation. It uses its own connection after the commit, since NOTIFY inside a transaction
 * serializes commits. A failed one delays the revocation until the cached caller expires.
 */
export async function sendRevocation(db: Database, { kind, id }: Revocation): Promise<void> {
  await db.query("select pg_notify($1, $2)", [CHANNEL, `${kind} ${id}`]);
}

/** Calls `onRevocation` for each revocation, and `onConnected` after each connection, since some may have been missed. */
export function listenForRevocations(options: {
  url: string;
  onRevocation(revocation: Revocation): void;
  onConnected(): void;
  onTrouble?: ((error: unknown) => void) | undefined;
}): Listening {
  return listen({
    ...options,
    subscribe: (client) => client.query(`listen ${CHANNEL}`),
    name: "wallet-revocations",
    onNotification(payload) {
      const [kind, id = ""] = payload.split(" ");
      const known = KINDS.find((one) => one === kind);
      if (known) options.onRevocation({ kind: known, id });
    },
  });
}
