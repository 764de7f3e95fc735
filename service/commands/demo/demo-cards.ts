import type { IssueCardBody } from "../../../contract/cards.ts";
import { creditWallet } from "../../domain/batches/single/credit-wallet.ts";
import { shipCard } from "../../domain/cards/act-in-network.ts";
import { moveCardMoney } from "../../domain/cards/authorizations/move-card-money.ts";
import { closeCard } from "../../domain/cards/close-card.ts";
import { issueCard } from "../../domain/cards/issue-card.ts";
import { findOpenCard } from "../../domain/cards/issuer-of.ts";
import { freezeCard } from "../../domain/cards/lock-card.ts";
import { recordIssuerStatus } from "../../domain/cards/record-issuer-status.ts";
import { replaceCard } from "../../domain/cards/replace-card.ts";
import type { Context, Services } from "../../domain/context.ts";
import { Failure } from "../../domain/failure.ts";
import { type DemoCard, ISSUER, type PastPayment, type Purchase, paymentOf } from "./demo-card-payments.ts";
import { type StoryEvent, type StoryOptions, workingTime } from "./demo-story.ts";
import { createRandom } from "./random.ts";
import type { SimulatedClock } from "./simulated-time.ts";

const SEED = 4821;

/** Each card's payments; a shop that asks for too much, or where the card may not be used, is declined. */
const BEFORE_THE_LOSS: readonly Purchase[] = [
  [14, "groceries", 6_450, "online", [2, "clear", 6_450]],
  [13, "streaming", 4_500, "online", [1, "clear", 4_500]],
  [12, "books", 12_750, "online", [20, "clear", 12_750], [44, "refund", 3_250]],
  [11, "rides", 2_000, "online", [168, "expire", 2_000]],
  [10, "fuel", 15_000, "online", [3, "clear", 13_820]],
];
const ONLINE: readonly Purchase[] = [
  [8, "streaming", 4_500, "online", [1, "clear", 4_500]],
  [7, "home", 38_000, "online", [26, "clear", 38_000]],
  [6, "groceries", 3_200, "online", [4, "reverse", 3_200]],
  [6, "fuel", 10_000, "pos"],
  [5, "books", 9_800, "online", [22, "clear", 9_800]],
  [4, "groceries", 7_350, "online", [3, "clear", 7_350]],
  [3, "hosting", 8_160, "online"],
  [2, "travel", 65_000, "online"],
  [2, "groceries", 5_900, "online", [2, "clear", 5_900]],
  [1, "home", 42_000, "online", [2, "clear part", 27_500]],
];
/** The last shop takes more than it asked for and more than the wallet has: the rest is owed. */
const OVER: readonly Purchase[] = [
  [12, "groceries", 8_200, "pos", [3, "clear", 8_200]],
  [9, "fuel", 12_000, "pos", [2, "clear", 12_000]],
  [7, "travel", 18_000, "pos"],
  [5, "home", 9_800, "contactless", [18, "clear", 12_300]],
];
const CLOSED: readonly Purchase[] = [
  [13, "rides", 3_400, "contactless", [1, "clear", 3_400]],
  [11, "groceries", 5_150, "pos", [2, "clear", 5_150]],
  [9, "books", 4_250, "pos", [2, "clear", 4_250]],
];

const ONLINE_ONLY = { perTransaction: 5_000_000, daily: 10_000_000, channels: ["online" as const] };
const ORDER = { address1: "12 Marina Road, Lagos", type: "VIRTUAL", source: "WALLET", currency: "NGN" } as const;

type CardOptions = Pick<StoryOptions, "merchant" | "wallets" | "until"> & {
  services: Services;
  clock: SimulatedClock;
};

/**
 * Eight cards, one in each state, and two weeks of payments: three are declined, one is cleared for more than the wallet has. The sandbox
 * issuer makes the cards; its books get the payments at the end. Nothing where it does not run beside the seed. Cards 3, decision 0161.
 */
export async function cardsOf(options: CardOptions): Promise<StoryEvent[]> {
  const { merchant, services, until } = options;
  const { sandboxBank, cardNetwork } = services.providers;
  const isThere = cardNetwork !== null && ((await sandboxBank?.isReady()) ?? false);
  if (!isThere) return [];
  const { history, credit, issue, pays, ship, then, keep } = storyTools(options);
  const [operator, admin] = [() => merchant.contextOf("Operator"), () => merchant.contextOf("Admin")];
  return [
    credit("Adéọlá", 180_000, 16),
    credit("Adéọlá", 90_000, 7),
    credit("Bashir", 30_000, 14),
    credit("Uchenna", 45_000, 15),
    issue("lost", "Adéọlá", 15, { label: "Online shopping", controls: ONLINE_ONLY }),
    ...pays("lost", BEFORE_THE_LOSS),
    then("lost", 9, async ({ id }) => {
      const { card } = await replaceCard(operator(), { id, reason: "lost" });
      await keep("active", card.id);
    }),
    ...pays("active", ONLINE),
    issue("frozen", "Bashir", 13, { label: "Driver" }),
    ...pays("frozen", OVER),
    then("frozen", 3, ({ id }) =>
      freezeCard(operator(), { id, reason: "The customer disputes the last clearing.", lock: "merchant" }),
    ),
    issue("closed", "Uchenna", 14, { label: "Trial" }),
    ...pays("closed", CLOSED),
    then("closed", 6, ({ id }) => closeCard(admin(), { id, reason: "The trial is over." })),
    issue("gift", "Uchenna", 8, { type: "PHYSICAL", source: "CARD", label: "Gift card" }),
    ship("gift", "shipped", 5),
    then("gift", 4, ({ customerId }) =>
      moveCardMoney(merchant.contextOf("key"), "card_fund", { customerId, amount: 1_500_000 }),
    ),
    ship("gift", "delivered", 2),
    issue("shipped", "Adéọlá", 5, { type: "PHYSICAL" }),
    ship("shipped", "shipped", 2),
    issue("made", "Bashir", 2, { type: "PHYSICAL", label: "Spare card" }),
    // The sandbox issuer answers no order to this address.
    issue("requested", "Oyinkán", 1, { address1: "No answer, Lagos" }),
    { at: until.getTime(), run: () => cardNetwork.perform({ act: "history", payments: history }) },
  ];
}

/** What the story is written with. Events happen at working times of a day some days ago. */
function storyTools(options: CardOptions) {
  const { merchant, services, wallets, until } = options;
  // Of its own: the rest of the demo stays as it was.
  const random = createRandom(SEED);
  const when = (daysAgo: number) => workingTime({ random, until }, daysAgo);
  const history: PastPayment[] = [];
  const cards = new Map<string, DemoCard>();
  const cardOf = (name: string) => found(cards.get(name), name);
  const customerOf = (name: string) =>
    found(
      wallets.find((one) => one.name === name),
      name,
    ).customerId;
  const then = (name: string, daysAgo: number, run: (card: DemoCard) => Promise<unknown>): StoryEvent => ({
    at: when(daysAgo),
    run: () => run(cardOf(name)),
  });
  const keep = async (name: string, id: string) => {
    const { issuerCardId, customerId } = await findOpenCard(merchant.contextOf("key"), id);
    cards.set(name, { id, issuerCardId, customerId });
  };
  return {
    history,
    then,
    keep,
    credit: (holder: string, naira: number, daysAgo: number): StoryEvent => ({
      at: when(daysAgo),
      run: () => {
        const payment = { customerId: customerOf(holder), amount: naira * 100, narration: "Weekly sales payout" };
        return creditWallet(merchant.contextOf("key"), payment);
      },
    }),
    issue: (name: string, holder: string, daysAgo: number, order: Partial<IssueCardBody>): StoryEvent => ({
      at: when(daysAgo),
      run: async () => {
        const id = await issueUnlessOpen(merchant.contextOf("Operator"), {
          ...ORDER,
          ...order,
          customerId: customerOf(holder),
        });
        if (id !== null) await keep(name, id);
      },
    }),
    pays: (name: string, purchases: readonly Purchase[]): StoryEvent[] =>
      purchases.flatMap((purchase) =>
        paymentOf({ ...options, history, card: () => cardOf(name), at: when(purchase[0]) }, purchase),
      ),
    ship: (name: string, status: "shipped" | "delivered", daysAgo: number) =>
      then(name, daysAgo, async ({ id, issuerCardId: cardId }) => {
        await shipCard(merchant.contextOf("Operator"), { cardId: id });
        // The issuer's own report waits until the service runs.
        const context = { ...services, requestId: services.ids.next(), address: null };
        const at = services.clock.now();
        await recordIssuerStatus(context, ISSUER, { kind: "status", eventId: "", cardId, status, reason: null, at });
      }),
  };
}

function found<T>(one: T | undefined, name: string): T {
  if (one === undefined) throw new Error(`the demo has no ${name} yet`);
  return one;
}

/** The ID of the new card; null while the issuer has not answered. */
async function issueUnlessOpen(ctx: Context, order: IssueCardBody): Promise<string | null> {
  try {
    return (await issueCard(ctx, order)).card.id;
  } catch (error) {
    if (error instanceof Failure && error.code === "card_order_open") return null;
    throw error;
  }
}
