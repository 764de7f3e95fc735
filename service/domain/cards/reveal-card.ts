import { inTransaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { recordAudit } from "../record-audit.ts";
import { doneBy, findOpenCard, issuerOf } from "./issuer-of.ts";

/**
 * Asks the issuer for the one-time address of the page with a card's number. The number never passes through us. The audit row commits
 * before the address is answered. In sandbox also of a delivered card, whose digits nobody can read from plastic. Cards 1, 2, decision 0161.
 * @throws `card_not_found`, `card_closed`, `card_not_active`, `card_issuer_missing`, `card_issuer_refused`, `card_issuer_unavailable`
 */
export async function revealCard(
  ctx: Context,
  { id, embedder }: { id: string; embedder?: string | undefined },
): Promise<{ reveal: { url: string; expiresAt: string } }> {
  const { issuerCardId, status } = await findOpenCard(ctx, id);
  const isTestCardDelivered = ctx.tenant.mode === "SANDBOX" && status === "pending_activation";
  if (status !== "active" && !isTestCardDelivered) throw new Failure("card_not_active");
  const origin = embedder ?? ctx.dashboardUrl;
  const page = await issuerOf(ctx).revealToken(issuerCardId, origin === undefined ? null : new URL(origin).origin);
  const { url, expiresAt } = doneBy(page);
  await inTransaction(ctx.db, (tx) => recordAudit(tx, ctx, { action: "card.reveal", object: { kind: "card", id } }));
  return { reveal: { url, expiresAt: expiresAt.toISOString() } };
}
