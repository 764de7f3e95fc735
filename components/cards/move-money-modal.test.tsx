import { cleanup, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Card } from "../../contract/cards.ts";
import { type Answer, type Call, refusal, renderPage, serve } from "../testing/render-page.tsx";
import { useToasts } from "../ui/toast-store.ts";
import { MoveMoneyModal } from "./move-money-modal.tsx";

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const card = {
  id: "0190a000-0000-7000-8000-000000000003",
  customerId: "0190a000-0000-7000-8000-000000000005",
  last4: "4821",
} as unknown as Card;

function open(act: "fund" | "unload" = "fund") {
  const onClose = vi.fn();
  renderPage(<MoveMoneyModal card={card} act={act} balance={1_500_000} isOpen onClose={onClose} />);
  return onClose;
}

const amount = () => screen.getByLabelText<HTMLInputElement>("Amount");
const send = (name = "Fund card") => userEvent.click(screen.getByRole("button", { name }));
const keyOf = ({ headers }: Call) => headers.get("idempotency-key");

test.each([
  ["fund", "Fund card", { reference: "CARD-1" }, "Card funded"],
  ["fund", "Fund card", {}, "Funding submitted for approval"],
  ["unload", "Unload card", { reference: "CARD-2" }, "Card unloaded"],
  ["unload", "Unload card", {}, "Unloading submitted for approval"],
] as const)("%s: says whether the money moved or waits for approval", async (act, button, reply, title) => {
  const calls = serve(() => ({ body: { status: true, ...reply } }));
  const { result } = renderHook(() => useToasts());
  const onClose = open(act);
  expect(screen.getByText("Card •••• 4821 has ₦15,000.00.")).toBeDefined();
  await userEvent.type(amount(), "5k");
  await send(button);
  await waitFor(() => expect(result.current.at(-1)?.title).toBe(title));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(calls[0]?.body).toEqual({ customerId: card.customerId, cardId: card.id, amount: 500_000 });
});

test("after a lost answer the amount is locked and the same request asked again, also after a reload", async () => {
  let answer: Answer = "cut";
  const calls = serve(() => answer);
  open();
  await userEvent.type(amount(), "5k");
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("Try again from here: it can’t happen twice.");
  expect(amount().readOnly).toBe(true);
  await send("Retry safely");
  await waitFor(() => expect(calls).toHaveLength(2));
  cleanup();
  answer = { body: { status: true, reference: "CARD-1" } };
  const onClose = open();
  expect(amount().value).toBe("5k");
  await send();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(calls).toHaveLength(3);
  expect(new Set(calls.map(keyOf)).size).toBe(1);
  expect(sessionStorage.length).toBe(0);
});

test("a funding that succeeds after its page was left is over, and the next one starts anew", async () => {
  let release: (answer: Answer) => void = () => undefined;
  const calls = serve(() => new Promise<Answer>((resolve) => (release = resolve)));
  open();
  await userEvent.type(amount(), "5k");
  await send();
  await waitFor(() => expect(calls).toHaveLength(1));
  cleanup();
  expect(sessionStorage.length).toBe(1);
  release({ body: { status: true, reference: "CARD-1" } });
  await waitFor(() => expect(sessionStorage.length).toBe(0));
  open();
  expect(amount().value).toBe("");
});

test("uses a new key after a refusal, with the same amount", async () => {
  const calls = serve(() => refusal(400, "insufficient_balance", "The balance is too low."));
  open();
  await userEvent.type(amount(), "5k");
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("The balance is too low.");
  await send();
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(new Set(calls.map(keyOf)).size).toBe(2);
});
