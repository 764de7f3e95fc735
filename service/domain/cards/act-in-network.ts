import type { Card } from "../../../contract/cards.ts";
import { findAuthorizationId, findNetworkTarget } from "../../db/cards/card-lists.ts";
import { findCard } from "../../db/cards/cards.ts";
import { koboFromWire } from "../../ledger/kobo.ts";
import type { IssuerMerchant } from "../../providers/issuers/issuer.ts";
import type { CardNetwork, NetworkAct, NetworkOutcome } from "../../providers/issuers/sandbox-issuer.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { cardView } from "./card-view.ts";
import { issuerOf } from "./issuer-of.ts";

type Purchase = {
  amount: number;
  merchantAmount?: number | undefined;
  merchantCurrency?: string | undefined;
  rate?: string | undefined;
  merchant?: IssuerMerchant | undefined;
};
type Target = { authorizationId?: string | undefined; cardId?: string | undefined };

/** What happens in the simulated network, in our IDs and the wire's amounts (kobo). */
export type SimulatedAct =
  | ({ act: "authorize"; cardId: string; channel: "pos" | "contactless" | "online" | "atm" } & Purchase)
  | { act: "increment"; authorizationId: string; amount: number }
  | ({ act: "clear"; final: boolean } & Target & Purchase)
  | { act: "reverse"; authorizationId: string; amount?: number | undefined }
  | { act: "expire"; authorizationId: string }
  | ({ act: "refund" } & Target & Purchase);

export type Acted = { act: { status: string; code: string | null; authorizationId: string | null } };

const SHOP: IssuerMerchant = { name: "Mama Put Kitchen", category: "5812", country: "NG", city: "Lagos" };

/**
 * Makes something happen in the card network of the sandbox: a shop asks, takes or gives back money. The issuer then asks and reports to us
 * as a real one would. Returns the wire payload. Cards 1, 2.
 * @throws `sandbox_only`, `card_issuer_missing`, `card_not_found`, `card_authorization_not_found`, `card_network_refused`,
 * `card_issuer_unavailable`
 */
export async function actInNetwork(ctx: Context, input: SimulatedAct): Promise<Acted> {
  if (ctx.tenant.mode !== "SANDBOX") throw new Failure("sandbox_only");
  const act = await networkAct(ctx, input);
  const outcome = await performed(networkOf(ctx), act);
  const { authorizationId, status, code } = outcome;
  const ours =
    authorizationId === null
      ? undefined
      : await findAuthorizationId(ctx.db, ctx.tenant.id, issuerOf(ctx).name, authorizationId);
  return { act: { status, code, authorizationId: ours ?? null } };
}

/** Takes the next shipping step of a physical card in the sandbox. Returns the wire payload. Cards 3. @throws as `actInNetwork` */
export async function shipCard(
  ctx: Context,
  { cardId }: { cardId: string },
): Promise<{ card: Card; step: Card["status"] }> {
  if (ctx.tenant.mode !== "SANDBOX") throw new Failure("sandbox_only");
  const act = { act: "ship", cardId: await issuerCardOf(ctx, cardId) } as const;
  await performed(networkOf(ctx), act);
  const card = await findCard(ctx.db, ctx.tenant.id, cardId);
  if (!card) throw new Failure("card_not_found");
  return { card: cardView(card), step: card.status };
}

function networkOf(ctx: Context): CardNetwork {
  const { cardNetwork } = ctx.providers;
  if (!cardNetwork) throw new Failure("card_issuer_missing");
  return cardNetwork;
}

async function performed(network: CardNetwork, act: NetworkAct): Promise<NetworkOutcome> {
  const outcome = await network.perform(act);
  if (!outcome) throw new Failure("card_issuer_unavailable");
  if (outcome.status !== "refused") return outcome;
  throw new Failure("card_network_refused", {
    message: `The card network refused this: ${(outcome.code ?? "").replaceAll("_", " ")}. Nothing was done.`,
  });
}

async function networkAct(ctx: Context, input: SimulatedAct): Promise<NetworkAct> {
  switch (input.act) {
    case "authorize": {
      const cardId = await issuerCardOf(ctx, input.cardId);
      const { channel, merchant = SHOP } = input;
      return { act: "authorize", cardId, channel, merchant, ...amountsOf(input) };
    }
    case "increment": {
      const { authorizationId } = await authorizationOf(ctx, input.authorizationId);
      return { act: "increment", authorizationId, amount: koboFromWire(input.amount) };
    }
    case "reverse": {
      const { authorizationId } = await authorizationOf(ctx, input.authorizationId);
      return {
        act: "reverse",
        authorizationId,
        amount: input.amount === undefined ? null : koboFromWire(input.amount),
      };
    }
    case "expire": {
      const { authorizationId } = await authorizationOf(ctx, input.authorizationId);
      return { act: "expire", authorizationId };
    }
    case "clear":
      return {
        act: "clear",
        isFinal: input.final,
        ...(await targetOf(ctx, input)),
        merchant: input.merchant ?? null,
        ...amountsOf(input),
      };
    case "refund":
      return {
        act: "refund",
        ...(await targetOf(ctx, input)),
        merchant: input.merchant ?? null,
        ...amountsOf(input),
      };
  }
}

function amountsOf({ amount, merchantAmount = amount, merchantCurrency = "NGN", rate = "1" }: Purchase) {
  return { amount: koboFromWire(amount), merchantAmount: koboFromWire(merchantAmount), merchantCurrency, rate };
}

async function issuerCardOf(ctx: Context, id: string): Promise<string> {
  const card = await findCard(ctx.db, ctx.tenant.id, id);
  if (!card?.issuerCardId) throw new Failure("card_not_found");
  return card.issuerCardId;
}

async function authorizationOf(ctx: Context, id: string): Promise<{ authorizationId: string; cardId: string }> {
  const found = await findNetworkTarget(ctx.db, ctx.tenant.id, id);
  if (!found?.authorizationId || !found.cardId) throw new Failure("card_authorization_not_found");
  return { authorizationId: found.authorizationId, cardId: found.cardId };
}

async function targetOf(
  ctx: Context,
  { authorizationId, cardId }: Target,
): Promise<{ authorizationId: string | null; cardId: string }> {
  if (authorizationId !== undefined) return await authorizationOf(ctx, authorizationId);
  return { authorizationId: null, cardId: await issuerCardOf(ctx, cardId ?? "") };
}
