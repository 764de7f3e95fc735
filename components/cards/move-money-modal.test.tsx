import { cleanup, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Card } from "../../contract/cards.ts";
import { renderPage, serve } from "../testing/render-page.tsx";
import { useToasts } from "../ui/toast-store.ts";
import { MoveMoneyModal } from "./move-money-modal.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const card = {
  id: "0190a000-0000-7000-8000-000000000003",
  customerId: "0190a000-0000-7000-8000-000000000005",
} as unknown as Card;

function open(act: "fund" | "unload" = "fund") {
  const onClose = vi.fn();
  renderPage(<MoveMoneyModal card={card} act={act} balance={1_500_000} isOpen onClose={onClose} />);
  return onClose;
}

const amount = () => screen.getByLabelText<HTMLInputElement>("Amount");
const send = (name = "Fund card") => userEvent.click(screen.getByRole("button", { name }));

test.each([
  ["fund", "Fund card", { reference: "CARD-1" }, "Card funded"],
  ["fund", "Fund card", {}, "Funding submitted for approval"],
  ["unload", "Unload card", { reference: "CARD-2" }, "Card unloaded"],
  ["unload", "Unload card", {}, "Unloading submitted for approval"],
] as const)("%s: says whether the money moved or waits for approval", async (act, button, reply, title) => {
  serve(() => ({ body: { status: true, ...reply } }));
  const { result } = renderHook(() => useToasts());
  const onClose = open(act);
  await userEvent.type(amount(), "5k");
  await send(button);
  await waitFor(() => expect(result.current.at(-1)?.title).toBe(title));
  expect(onClose).toHaveBeenCalledTimes(1);
});
