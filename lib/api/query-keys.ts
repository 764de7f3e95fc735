import type { Session } from "../permissions.ts";

/** The prefix of every query key, so that data of one merchant or mode never appears in another. Dashboard 2.4. */
export function queryKeyOf(session: Session, ...rest: readonly (string | number)[]) {
  return [session.merchantId, session.mode, ...rest] as const;
}

/** How long cached data is fresh, in milliseconds. Dashboard 2.4. */
export const FRESH_MS = { wallet: 10_000, list: 30_000, overview: 60_000, settings: 300_000 } as const;
