import { type CardRow, findCard } from "../../db/cards/cards.ts";
import { type ClaimedNotice, claimNotice, endNotice, findDueNotices } from "../../db/cards/issuer-notices.ts";
import type { Issuer, IssuerAnswer } from "../../providers/issuers/issuer.ts";
import type { Context, Services } from "../context.ts";
import { issuerContext } from "./authorizations/issuer-requests.ts";

/** Longer than the issuer's calls of one try. */
const LEASE_MS = 30_000;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 15 * 60_000;
const NOTICES_PER_RUN = 20;

/**
 * Tells the issuer how a card stands now: its end, or its lock and its controls. What was queued for it in the commit of the change stays
 * until the issuer has answered, and the worker repeats it after 5 s, 10 s, 20 s, at most 15 minutes. A refusal is an answer. Returns
 * whether the issuer has heard. Cards 3, decision 0158.
 */
export async function informIssuer(ctx: Context, id: string): Promise<boolean> {
  const { db, clock } = ctx;
  const place = { tenant: ctx.tenant.id, id };
  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  const notice = await claimNotice(db, { ...place, now: clock.now(), leasedUntil: later(LEASE_MS) });
  const card = notice && (await findCard(db, ctx.tenant.id, id));
  if (!card) return false;
  const issuer = ctx.providers.issuers[ctx.tenant.mode];
  // A merchant whose issuer was taken away keeps the locks, and keeps no other merchant's notices waiting.
  const unheard = issuer ? await sayState(issuer, card, notice) : "card_issuer_missing";
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (notice.attempts - 1), MAX_PAUSE_MS);
  const result =
    unheard === null ? ({ heard: true } as const) : ({ heard: false, problem: unheard, dueAt: later(pause) } as const);
  await endNotice(db, { ...place, version: notice.version, result });
  return result.heard;
}

/** Repeats what issuers have not heard. Any number of workers may run it. Returns how many have heard now. Cards 3, decision 0158. */
export async function informIssuers(services: Services): Promise<number> {
  const job = { ...services, requestId: "inform-issuers", address: null };
  let heard = 0;
  for (const place of await findDueNotices(services.db, services.clock.now(), NOTICES_PER_RUN)) {
    if (await informIssuer(issuerContext(job, place), place.id)) heard += 1;
  }
  return heard;
}

/** Says how the card stands. Null: the issuer has heard all of it; otherwise why not. */
async function sayState(issuer: Issuer, card: CardRow, { hasControls }: ClaimedNotice): Promise<string | null> {
  const { issuerCardId } = card;
  // The issuer ends a replaced card itself, when it makes the replacement.
  if (issuerCardId === null || card.status === "replaced") return null;
  if (card.status === "closed") return unheardOf(await issuer.close(issuerCardId));
  const isLocked = card.isLockedByCustomer || card.isLockedByMerchant;
  const lock = unheardOf(await (isLocked ? issuer.freeze(issuerCardId) : issuer.unfreeze(issuerCardId)));
  if (lock !== null || !hasControls) return lock;
  const { perTransaction, daily, monthly } = card;
  const lists = {
    channels: card.channels ?? [],
    categories: card.categories ?? [],
    countries: card.countries ?? [],
    merchants: card.merchants ?? [],
  };
  return unheardOf(await issuer.setControls(issuerCardId, { perTransaction, daily, monthly, ...lists }));
}

function unheardOf(answer: IssuerAnswer<unknown>): string | null {
  return answer.outcome === "unknown" ? answer.code : null;
}
