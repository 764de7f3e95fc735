import { cleanup, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { CardAuthorization } from "../../contract/card-authorizations.ts";
import type { Card } from "../../contract/cards.ts";
import type { Session } from "../../lib/permissions.ts";
import { type Answer, type Call, refusal, renderPage, serve } from "../testing/render-page.tsx";
import { aSession } from "../testing/replies.ts";
import { useToasts } from "../ui/toast-store.ts";
import { CardPage } from "./card-page.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: vi.fn() }), usePathname: () => "/cards/x" }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ID = "0190a000-0000-7000-8000-000000000003";
const NEWER = `${ID.slice(0, -1)}7`;
const AT = "2026-11-19T13:02:11.000Z";
const controls = { monthly: null, channels: ["online"], categories: null, countries: null, merchants: null };
const card = {
  id: ID,
  customerId: "0190a000-0000-7000-8000-000000000005",
  customerName: "Ada Obi",
  type: "VIRTUAL",
  source: "WALLET",
  label: null,
  nameOnCard: "ADA OBI",
  brand: "Verve",
  last4: "4821",
  expiryMonth: 11,
  expiryYear: 2029,
  status: "active",
  locks: { customer: false, merchant: false, issuer: false },
  controls: { ...controls, perTransaction: 5_000_000, daily: null },
  shipping: [],
  replacedBy: null,
  reason: null,
  createdByName: "Chidi Obiora",
  replaces: null,
  closedAt: null,
  createdAt: AT,
} as unknown as Card;
const declined = {
  id: "0190a000-0000-7000-8000-000000000009",
  status: "declined",
  declineCode: "per_transaction_limit",
  declineFacts: { limit: 5_000_000, amount: 6_500_000 },
  amount: 6_500_000,
  owed: 0,
  merchant: { name: "Sunbird Travel", category: "4722", country: "NG", city: "Lagos" },
  createdAt: AT,
} as unknown as CardAuthorization;

function open(
  changes: Partial<Card> = {},
  permissions: Session["permissions"] = ["BROWSE_CUSTOMER_WALLETS", "ISSUE_CARD"],
  answer: Answer | null = null,
  payment = declined,
  balance: (path: string) => Answer = (path) => ({ body: { status: true, data: balanceAt(path) } }),
) {
  const metadata = { page: 1, perPage: 20, totalRecords: 1, totalPages: 1, isCapped: false };
  const calls = serve(({ path }) => {
    if (path.includes("/authorizations")) return { body: { status: true, authorizations: [payment], metadata } };
    if (path.endsWith("/authorize")) {
      return {
        body: { status: true, act: { status: "declined", code: "per_transaction_limit", authorizationId: null } },
      };
    }
    if (answer && /\/(activate|replace)$/.test(path)) return answer;
    if (path.includes("/card/balance")) return balance(path);
    if (path.endsWith("/reveal")) return { body: { status: true, reveal: { url: "about:blank?token=once" } } };
    return { body: { status: true, card: { ...card, ...changes } } };
  });
  renderPage(<CardPage id={ID} />, { session: { ...aSession(), permissions } });
  return { sent: (end: string) => calls.filter(({ path }) => path.endsWith(end)) };
}

/** Without its ID, the newest prepaid card of the customer. */
function balanceAt(path: string) {
  const isOwn = path.includes(`cardId=${ID}`);
  return { id: isOwn ? ID : NEWER, availableBalance: isOwn ? "1500000" : "900000" };
}

test("shows the card without its number, its limits in words, and why a payment was declined", async () => {
  open();
  expect(await screen.findByRole("heading", { level: 1, name: /Card •••• 4821 Active/ })).toBeDefined();
  expect(screen.getByText("Up to ₦50,000.00")).toBeDefined();
  expect(screen.getByText("11/29")).toBeDefined();
  expect(
    await screen.findByText("₦65,000.00 is over the limit of ₦50,000.00 per transaction. No money was held."),
  ).toBeDefined();
});

test("freezes with a reason; an Operator has no Close, and Support nothing to press", async () => {
  const { sent } = open();
  await userEvent.click(await screen.findByRole("button", { name: "Freeze" }));
  const dialog = await screen.findByRole("dialog", { name: "Freeze this card?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Freeze card" }));
  expect(within(dialog).getByText("Enter a reason.")).toBeDefined();
  await userEvent.type(within(dialog).getByLabelText("Reason"), " Lost {Enter}");
  await waitFor(() => expect(sent("/freeze").map(({ body }) => body)).toEqual([{ reason: "Lost" }]));
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  cleanup();
  open({}, ["BROWSE_CUSTOMER_WALLETS"]);
  await screen.findByRole("heading", { level: 1, name: /4821/ });
  for (const name of ["Freeze", "Replace", "Close", "Authorize"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

test("says who froze it, and the simulator sends what is typed", async () => {
  const { sent } = open({ status: "frozen", locks: { customer: true, merchant: true, issuer: false } });
  expect(await screen.findByText("Frozen by your team, the customer")).toBeDefined();
  expect(screen.getByRole("button", { name: "Unfreeze" })).toBeDefined();
  const amount = screen.getByLabelText("Amount");
  await userEvent.clear(amount);
  await userEvent.type(amount, "65,000");
  await userEvent.click(screen.getByRole("button", { name: "Authorize" }));
  expect(await screen.findByText("The network’s answer: declined")).toBeDefined();
  expect(sent("/sandbox/card/authorize")[0]?.body).toMatchObject({ cardId: ID, amount: 6_500_000, channel: "online" });
});

test("the issuer shows the number in a frame, at an address that is used once; only of an active card", async () => {
  const { sent } = open();
  const show = await screen.findByRole("button", { name: "Show number" });
  for (const times of [1, 2]) {
    await userEvent.click(show);
    const frame = within(await screen.findByRole("dialog", { name: "Card number" })).getByTitle("Card number");
    expect(frame.getAttribute("src")).toBe("about:blank?token=once");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByTitle("Card number")).toBeNull());
    expect(sent("/reveal")).toHaveLength(times);
  }
  cleanup();
  open({ status: "frozen" });
  await screen.findByRole("button", { name: "Freeze" });
  expect(screen.queryByRole("button", { name: "Show number" })).toBeNull();
});

const keyOf = ({ headers }: Call) => headers.get("idempotency-key");
const ADMIN: Session["permissions"] = ["BROWSE_CUSTOMER_WALLETS", "MANAGE_PREPAID_CARD"];

test("an Admin changes all limits in one form; wrong codes are named and nothing is sent", async () => {
  const { sent } = open({}, ADMIN);
  expect(await screen.findByText("Online only")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Change limits" }));
  const form = await screen.findByRole("dialog", { name: "Change limits" });
  await userEvent.type(within(form).getByLabelText("Daily"), "100k");
  await userEvent.click(within(form).getByLabelText("Cash machine"));
  await userEvent.type(within(form).getByLabelText("Categories"), "5411, 54{Enter}");
  expect(within(form).getByText("54 is not a category code. It has four digits, such as 5411.")).toBeDefined();
  expect(sent("/controls")).toEqual([]);
  await userEvent.type(within(form).getByLabelText("Categories"), "67");
  expect(within(form).getByText("Grocery stores (5411), 5467 only")).toBeDefined();
  await userEvent.type(within(form).getByLabelText("Countries"), "ng{Enter}");
  await waitFor(() => expect(sent("/controls")).toHaveLength(1));
  expect(sent("/controls")[0]?.body).toEqual({
    perTransaction: 5_000_000,
    daily: 10_000_000,
    monthly: null,
    channels: ["online", "atm"],
    categories: ["5411", "5467"],
    countries: ["NG"],
    merchants: null,
  });
  cleanup();
  open();
  await screen.findByText("Online only");
  expect(screen.queryByRole("button", { name: "Change limits" })).toBeNull();
});

test("shows the shipping steps, and activates by six digits that stay after a refusal", async () => {
  const shipping = [
    { step: "in_production" as const, at: AT },
    { step: "shipped" as const, at: AT },
    { step: "pending_activation" as const, at: AT },
  ];
  const no = refusal(
    400,
    "card_activation_refused",
    "This customer has no delivered card that ends with these digits.",
  );
  const { sent } = open({ type: "PHYSICAL", status: "pending_activation", shipping }, ADMIN, no);
  const steps = await screen.findByRole("region", { name: "Shipping" });
  expect(within(steps).getAllByRole("listitem")).toHaveLength(4);
  expect(steps.querySelector("[aria-current=step]")?.textContent).toContain("Delivered");
  await userEvent.click(screen.getByRole("button", { name: "Activate card" }));
  const form = await screen.findByRole("dialog", { name: "Activate this card?" });
  const digits = within(form).getByLabelText("Last six digits");
  await userEvent.type(digits, "2040{Enter}");
  expect(within(form).getByText("Enter the last six digits of the card’s number.")).toBeDefined();
  await userEvent.type(digits, "81{Enter}");
  expect(await within(form).findByText(/no delivered card that ends/)).toBeDefined();
  expect(sent("/activate").map(({ body }) => body)).toEqual([{ customerId: card.customerId, last6: "204081" }]);
  expect((digits as HTMLInputElement).value).toBe("204081");
  expect(within(form).queryByLabelText("Fund it with (optional)")).toBeNull();
  await userEvent.type(digits, "{Enter}");
  await waitFor(() => expect(sent("/activate")).toHaveLength(2));
  expect(new Set(sent("/activate").map(keyOf)).size).toBe(2);
});

test("says beside a payment what the customer owes for it", async () => {
  const over = { ...declined, id: `${ID.slice(0, -1)}8`, status: "cleared", declineCode: null, declineFacts: null };
  open({}, ADMIN, null, { ...over, amount: 980_000, cleared: 1_230_000, owed: 250_000 } as CardAuthorization);
  expect(await screen.findByText("₦12,300.00 was cleared. The customer owes ₦2,500.00 of it.")).toBeDefined();
});

test.each([
  [{}, "Card activated, funding submitted for approval"],
  [{ reference: "CARD-1" }, "Card activated and funded"],
])("activates a prepaid card with an amount, and says whether it moved: %j", async (moved, title) => {
  const done = { body: { status: true, card, ...moved } };
  const { result } = renderHook(() => useToasts());
  const { sent } = open({ type: "PHYSICAL", source: "CARD", status: "pending_activation" }, ADMIN, done);
  await userEvent.click(await screen.findByRole("button", { name: "Activate card" }));
  const form = await screen.findByRole("dialog", { name: "Activate this card?" });
  await userEvent.type(within(form).getByLabelText("Last six digits"), "204 081");
  await userEvent.type(within(form).getByLabelText("Fund it with (optional)"), "5k{Enter}");
  const body = { customerId: card.customerId, last6: "204081", amount: 500_000 };
  await waitFor(() => expect(sent("/activate").map((call) => call.body)).toEqual([body]));
  await waitFor(() => expect(result.current.at(-1)?.title).toBe(title));
});

test("shows what an older prepaid card has, and submits unloading only up to that", async () => {
  const { sent } = open({ source: "CARD" }, ADMIN);
  expect(await screen.findByText("₦15,000", { exact: false })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Unload card" }));
  const form = await screen.findByRole("dialog", { name: "Unload this card" });
  const amount = within(form).getByLabelText("Amount");
  await userEvent.type(amount, "20k{Enter}");
  expect(within(form).getByText("Card •••• 4821 has only ₦15,000.00.")).toBeDefined();
  await userEvent.clear(amount);
  await userEvent.type(amount, "5,000{Enter}");
  const body = { customerId: card.customerId, cardId: ID, amount: 500_000 };
  await waitFor(() => expect(sent("/card/unload").map((call) => call.body)).toEqual([body]));
});

test("a balance that cannot be read says so, and is asked for again", async () => {
  let isDown = true;
  open({ source: "CARD" }, ADMIN, null, declined, (path) =>
    isDown
      ? refusal(400, "validation_failed", "Nobody knows this card.")
      : { body: { status: true, data: balanceAt(path) } },
  );
  const problem = await screen.findByRole("alert");
  expect(problem.textContent).toContain("Couldn’t load its balance");
  isDown = false;
  await userEvent.click(within(problem).getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("₦15,000", { exact: false })).toBeDefined();
});

test("a replaced prepaid card shows the balance of its replacement, and only gives money back", async () => {
  open({ source: "CARD", status: "replaced", replacedBy: NEWER, closedAt: AT }, ADMIN);
  const money = within(await screen.findByRole("region", { name: "Balance of the card" }));
  expect(money.getByText("A card and its replacement have the same balance.")).toBeDefined();
  expect(money.getByRole("button", { name: "Unload card" })).toBeDefined();
  expect(money.queryByRole("button", { name: "Fund card" })).toBeNull();
});

test("a replacement that the issuer refused is ordered again with a new key", async () => {
  const no = refusal(422, "card_issuer_refused", "The card issuer refused this.");
  const { sent } = open({}, ["BROWSE_CUSTOMER_WALLETS", "ISSUE_CARD"], no);
  await userEvent.click(await screen.findByRole("button", { name: "Replace" }));
  const dialog = await screen.findByRole("dialog", { name: "Replace this card?" });
  const order = within(dialog).getByRole("button", { name: "Replace card" });
  await userEvent.click(order);
  expect(await within(dialog).findByText("The card issuer refused this.")).toBeDefined();
  await userEvent.click(order);
  await waitFor(() => expect(sent("/replace")).toHaveLength(2));
  expect(new Set(sent("/replace").map(keyOf)).size).toBe(2);
});

test("a replacement that the issuer has not answered yet is ordered", async () => {
  const notYet = refusal(503, "card_order_open", "The card issuer has not answered yet.");
  const { result } = renderHook(() => useToasts());
  open({}, ["BROWSE_CUSTOMER_WALLETS", "ISSUE_CARD"], notYet);
  await userEvent.click(await screen.findByRole("button", { name: "Replace" }));
  const dialog = await screen.findByRole("dialog", { name: "Replace this card?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Replace card" }));
  await waitFor(() => expect(result.current.at(-1)?.title).toBe("Replacement ordered"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
