import type { Card } from "../../../contract/cards.ts";
import { type CardChange, type CardRow, findCard, lockCard, updateCardState } from "../../db/cards/cards.ts";
import { queueNotice } from "../../db/cards/issuer-notices.ts";
import { insertOutboxRow } from "../../db/ledger/outbox.ts";
import { inTransaction, type Transaction } from "../../db/pool.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { type AuditEntry, recordAudit } from "../record-audit.ts";
import { keepAnswer } from "../stored-answers.ts";
import { cardView, stateOf } from "./card-view.ts";

/** What happens to a card, and how the audit log names it. `informsIssuer`: the issuer shall hear of it. */
export type CardStep = CardChange & { action: AuditEntry["action"]; note?: string | null; informsIssuer?: true };

/** Writes a step of a locked card with its audit row, and an event if its state changed. */
export async function writeStep(tx: Transaction, ctx: Context, card: CardRow, step: CardStep): Promise<Card> {
  const { action, note, informsIssuer, ...change } = step;
  const at = ctx.clock.now();
  await updateCardState(tx, card, change, at);
  const changed = await findCard(tx, ctx.tenant.id, card.id);
  if (!changed) throw new Error("the card is gone");
  const [before, after] = [stateOf(card), stateOf(changed)];
  await recordAudit(tx, ctx, {
    action,
    object: { kind: "card", id: card.id },
    before: { status: before, locks: cardView(card).locks },
    after: { status: after, locks: cardView(changed).locks },
    reason: note ?? null,
  });
  if (informsIssuer) await queueNotice(tx, { tenant: ctx.tenant.id, id: card.id, hasControls: false, at });
  if (before !== after) {
    await insertOutboxRow(tx, { tenant: ctx.tenant.id, kind: `card.status.${after}`, objectId: card.id, at });
  }
  return cardView(changed);
}

/** Locks a card, lets `decide` choose its step, and writes it. Returns the card. @throws `card_not_found`, and what `decide` throws */
export async function changeCard(ctx: Context, id: string, decide: (card: CardRow) => CardStep): Promise<Card> {
  return await inTransaction(ctx.db, async (tx) => {
    const card = await lockCard(tx, ctx.tenant.id, id);
    if (!card) throw new Failure("card_not_found");
    const changed = await writeStep(tx, ctx, card, decide(card));
    await keepAnswer(tx, ctx, { payload: { card: changed } });
    return changed;
  });
}
