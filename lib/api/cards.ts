import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  CardAuthorization,
  CardAuthorizationDetails,
  CardAuthorizationStatus,
  CardBalance,
} from "../../contract/card-authorizations.ts";
import type { Card, CardControlsBody, CardState } from "../../contract/cards.ts";
import type { CappedMetadata } from "../../contract/envelope.ts";
import type { Session } from "../permissions.ts";
import { FRESH_MS, queryKeyOf } from "./query-keys.ts";
import { readOf } from "./read.ts";
import { request } from "./request.ts";
import { ServiceError } from "./service-error.ts";
import { useSession } from "./session-provider.tsx";

const PER_PAGE = 20;
const LIVE_MS = 5_000;

export type CardFilters = {
  customerId?: string | undefined;
  status?: CardState | undefined;
  search?: string | undefined;
};
export type CardList = { cards: Card[]; counts: Partial<Record<CardState, number>>; metadata: CappedMetadata };

/** A page of cards, newest first, with the number in each state. Keeps the previous page while loading. Cards 2. */
export function cardsQuery(session: Session, { page, ...filters }: CardFilters & { page: number }) {
  return queryOptions({
    queryKey: queryKeyOf(session, "cards", "list", JSON.stringify(filters), page),
    staleTime: FRESH_MS.list,
    refetchInterval: FRESH_MS.list,
    placeholderData: keepPreviousData,
    ...readOf<CardList>(session, { path: "/card", query: { page, perPage: PER_PAGE, ...filters } }),
  });
}

/** One card; polled while the issuer or the post works on it. Cards 3. */
export function cardQuery(session: Session, id: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "cards", "one", id),
    staleTime: LIVE_MS,
    ...readOf(session, { path: `/card/${encodeURIComponent(id)}` }, ({ card }: { card: Card }) => card),
    refetchInterval: ({ state }) => (state.data?.status === "requested" ? LIVE_MS : FRESH_MS.list),
  });
}

export type AuthorizationList = { authorizations: CardAuthorization[]; metadata: CappedMetadata };
type AuthorizationPage = { id: string; status?: CardAuthorizationStatus | undefined; page: number };

/** The payments of a card, newest first, live. Cards 2. */
export function cardAuthorizationsQuery(session: Session, { id, status, page }: AuthorizationPage) {
  return queryOptions({
    queryKey: queryKeyOf(session, "cards", "authorizations", id, status ?? "", page),
    staleTime: LIVE_MS,
    refetchInterval: LIVE_MS,
    placeholderData: keepPreviousData,
    ...readOf<AuthorizationList>(session, {
      path: `/card/${encodeURIComponent(id)}/authorizations`,
      query: { page, perPage: PER_PAGE, status },
    }),
  });
}

/** One payment with its timeline and ledger entries. Cards 2. */
export function cardAuthorizationQuery(session: Session, id: string) {
  return queryOptions({
    queryKey: queryKeyOf(session, "cards", "authorization", id),
    staleTime: LIVE_MS,
    refetchInterval: LIVE_MS,
    ...readOf(
      session,
      { path: `/card/authorization/${encodeURIComponent(id)}` },
      ({ authorization }: { authorization: CardAuthorizationDetails }) => authorization,
    ),
  });
}

/** The card of an order. Null: its issuer has not answered yet, and the service repeats the order until it does. */
async function cardOfOrder(order: Promise<{ card: Card }>): Promise<Card | null> {
  try {
    return (await order).card;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "card_order_open") return null;
    throw error;
  }
}

/** Orders a card for a customer. The idempotency key makes a retry safe. Cards 2. */
export function useIssueCard() {
  const session = useSession();
  const invalidate = useInvalidateCards();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: IssueCard) =>
      cardOfOrder(request(session, { method: "POST", path: "/card", body, idempotencyKey })),
    onSettled: invalidate,
  });
}

type IssueCard = {
  customerId: string;
  address1: string;
  type: Card["type"];
  source: Card["source"];
  label?: string | undefined;
  idempotencyKey: string;
};

/** Something that staff does to a card; `key` makes a repeated replacement the same one. */
export type CardAct =
  | { act: "freeze" | "close"; reason: string }
  | { act: "unfreeze" }
  | { act: "replace"; reason: "lost" | "stolen" | "damaged"; key: string };

/** Freezes, unfreezes, closes or replaces a card. Returns the card, of a replacement the new one as `cardOfOrder` does. Cards 3. */
export function useCardAct(id: string) {
  const session = useSession();
  const invalidate = useInvalidateCards();
  return useMutation({
    mutationFn: (one: CardAct) => {
      const path = `/card/${encodeURIComponent(id)}/${one.act}` as const;
      const body = one.act === "unfreeze" ? {} : { reason: one.reason };
      const more = one.act === "replace" ? { idempotencyKey: one.key } : {};
      return cardOfOrder(request(session, { method: "POST", path, body, ...more }));
    },
    onSettled: invalidate,
  });
}

/** Replaces all limits and lists of a card. Cards 2. */
export function useSetCardControls(id: string) {
  const session = useSession();
  const invalidate = useInvalidateCards();
  return useMutation({
    mutationFn: async (body: CardControlsBody): Promise<Card> => {
      const path = `/card/${encodeURIComponent(id)}/controls` as const;
      return (await request<{ card: Card }>(session, { method: "PUT", path, body })).card;
    },
    onSettled: invalidate,
  });
}

export type ActivateCard = { customerId: string; last6: string; amount?: number | undefined; idempotencyKey: string };

/** `reference` is that of the amount; a request that waits for approval has none. */
type CardMoneyReply = { reference?: string };

/**
 * Activates a delivered card of a customer by its last six digits. Returns the card that has these digits. An amount is then moved or
 * submitted for approval, as funding is. Cards 3.
 */
export function useActivateCard() {
  const session = useSession();
  const invalidate = useInvalidateCards();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: ActivateCard) =>
      request<CardMoneyReply & { card: Card }>(session, {
        method: "POST",
        path: "/card/activate",
        body,
        idempotencyKey,
      }),
    onSettled: invalidate,
  });
}

/** What one prepaid card of a customer has, in kobo. Cards 2. */
export function prepaidBalanceQuery(session: Session, { id, customerId }: Pick<Card, "id" | "customerId">) {
  return queryOptions({
    queryKey: queryKeyOf(session, "cards", "balance", id),
    staleTime: LIVE_MS,
    refetchInterval: FRESH_MS.list,
    queryFn: async ({ signal }): Promise<number> => {
      const read = { path: "/card/balance", query: { customerId, cardId: id }, signal } as const;
      const { data } = await request<{ data: CardBalance }>(session, read);
      return Number(data.availableBalance);
    },
  });
}

export type MoveCardMoney = {
  act: "fund" | "unload";
  customerId: string;
  cardId: string;
  amount: number;
  idempotencyKey: string;
};

/** Moves money on the prepaid card, or back to the wallet, or submits that for approval. Cards 4. */
export function useMoveCardMoney() {
  const session = useSession();
  const invalidate = useInvalidateCards();
  return useMutation({
    mutationFn: ({ act, idempotencyKey, ...body }: MoveCardMoney) =>
      request<CardMoneyReply>(session, { method: "POST", path: `/card/${act}`, body, idempotencyKey }),
    onSettled: invalidate,
  });
}

/** Asks for the one-time address of the issuer's page with the card's number, which nothing keeps. Cards 1. */
export function useRevealCard(id: string) {
  const session = useSession();
  return useMutation({
    gcTime: 0,
    mutationFn: async (): Promise<string> => {
      const path = `/card/${encodeURIComponent(id)}/reveal` as const;
      const { reveal } = await request<{ reveal: { url: string } }>(session, { method: "POST", path, body: {} });
      return reveal.url;
    },
  });
}

export type NetworkAct =
  | { act: "authorize"; cardId: string; amount: number; merchant: string }
  | { act: "clear"; authorizationId: string; amount: number; final: boolean }
  | { act: "reverse" | "refund"; authorizationId: string; amount: number }
  | { act: "expire"; authorizationId: string };
type NetworkAnswer = { status: string; code: string | null; authorizationId: string | null };

/** Sends what the card network would send; sandbox only. Cards 1. */
export function useCardNetwork() {
  const session = useSession();
  const invalidate = useInvalidateCards();
  return useMutation({
    mutationFn: async ({ act, ...one }: NetworkAct): Promise<NetworkAnswer> => {
      const path = `/sandbox/card/${act}` as const;
      const body = "merchant" in one ? { ...one, merchant: shopOf(one.merchant), channel: "online" } : one;
      return (await request<{ act: NetworkAnswer }>(session, { method: "POST", path, body })).act;
    },
    onSettled: invalidate,
  });
}

/** Takes the next shipping step of a physical card; sandbox only. Cards 3. */
export function useShipCard() {
  const session = useSession();
  const invalidate = useInvalidateCards();
  return useMutation({
    mutationFn: async (body: { cardId: string }): Promise<Card> =>
      (await request<{ card: Card }>(session, { method: "POST", path: "/sandbox/card/ship", body })).card,
    onSettled: invalidate,
  });
}

const shopOf = (name: string) => ({ name, category: "5712", country: "NG", city: "Lagos" });

function useInvalidateCards() {
  const session = useSession();
  const queries = useQueryClient();
  return () => {
    for (const noun of ["approvals", "cards", "transactions", "wallets"])
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, noun) });
  };
}
