import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Delivery, DeliveryDetails } from "../../../contract/webhook-records.ts";
import { type Answer, refusal, renderPage, serve, stubLayout } from "../../testing/render-page.tsx";
import { aDelivery, aFailure, anAttempt, aSubscription, detailsOf, pageOf } from "../testing.ts";
import { DeliveriesBoard } from "./deliveries-board.tsx";

const LIST = "/webhooks/deliveries";
const listeners = new Set<() => void>();

// As in Next.js, the page's path follows the browser's history.
vi.mock("next/navigation", async () => {
  const { useSyncExternalStore } = await import("react");
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    useRouter: () => ({ push: vi.fn() }),
    usePathname: () =>
      useSyncExternalStore(
        subscribe,
        () => window.location.pathname,
        () => window.location.pathname,
      ),
  };
});
const { pushState, replaceState } = window.history;
const heard = (change: History["pushState"]): History["pushState"] =>
  function (this: History, ...to) {
    change.apply(this, to);
    for (const listener of listeners) listener();
  };

let isWide = true;
beforeEach(() => {
  stubLayout();
  localStorage.clear();
  isWide = true;
  vi.stubGlobal("matchMedia", () => ({ matches: isWide, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  window.history.pushState = heard(pushState);
  window.history.replaceState = heard(replaceState);
  window.history.replaceState(null, "", LIST);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(window.history, { pushState, replaceState });
});

const ok = (data: unknown): Answer => ({ body: { success: true, data } });
const rows = [
  aFailure({ id: "d-1" }),
  aFailure({ id: "d-2", eventType: "wallet.debit" }),
  aDelivery({ id: "d-3", eventType: "customer.created" }),
];

type World = { list?: Delivery[]; details?: (id: string) => DeliveryDetails; answer?: (id: string) => Answer };

function open({ list = rows, details = found, answer = (id) => ok(details(id)) }: World = {}) {
  const calls = serve(({ method, path }) => {
    if (method === "POST") return refusal(400, "validation_failed", "A replay is under way.");
    if (path.includes("/settings")) return ok({ webhookMode: "BOTH", callbackURL: null });
    if (path.includes("/subscriptions")) return ok([aSubscription()]);
    if (path.includes("/stats")) return ok({ hours: [], usedThisMinute: null });
    if (path.includes("/replays")) return { body: { success: true, data: [] } };
    if (path.includes("/delivery/")) return answer(path.split("/").at(-1) ?? "");
    return pageOf(list);
  });
  renderPage(<DeliveriesBoard />);
  return calls;
}

const found = (id: string) =>
  detailsOf(rows.find((row) => row.id === id) ?? aDelivery({ id }), { attemptLog: [anAttempt()] });
const table = async () => (await screen.findByText("Deliveries, newest first")).closest("table") as HTMLElement;
const row = async (name: string) => within(await table()).getByText(name);
const path = () => window.location.pathname;

test("J and K move between rows, and Enter opens one", async () => {
  open();
  await table();
  await userEvent.keyboard("jj");
  expect(document.activeElement).toBe(await row("wallet.debit"));
  await userEvent.keyboard("k{Enter}");
  expect(path()).toBe(`${LIST}/d-1`);
});

test("arrows move between deliveries, Back from any of them is the list, Escape closes it", async () => {
  window.history.replaceState(null, "", `${LIST}/d-1`);
  open();
  await screen.findByText("Delivery ID");
  await table();
  const ways = window.history.length;
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowLeft}");
  expect(path()).toBe(`${LIST}/d-2`);
  expect(window.history.length).toBe(ways);
  await userEvent.keyboard("{Escape}");
  expect(path()).toBe(LIST);
  expect(document.activeElement).toBe(await row("wallet.debit"));
});

test("arrows belong to the tabs while the focus is there", async () => {
  window.history.replaceState(null, "", `${LIST}/d-1`);
  open();
  (await screen.findByRole("tab", { name: "Payload" })).focus();
  await table();
  await userEvent.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Request" }));
  expect(path()).toBe(`${LIST}/d-1`);
});

test("Escape closes the dialog over a delivery, not the delivery as well", async () => {
  window.history.replaceState(null, "", `${LIST}/d-1`);
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Replay" }));
  await screen.findByRole("dialog", { name: "Replay this delivery" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(path()).toBe(`${LIST}/d-1`);
});

test("with shortcuts switched off no key works, and no hint is shown", async () => {
  localStorage.setItem("shortcuts", "off");
  window.history.replaceState(null, "", `${LIST}/d-1`);
  open();
  const older = await screen.findByRole("button", { name: "Older delivery" });
  await table();
  const heading = await screen.findByRole("heading", { name: "wallet.credit" });
  await userEvent.keyboard("{ArrowRight}j{Escape}");
  expect(path()).toBe(`${LIST}/d-1`);
  expect(document.activeElement === heading).toBe(true);
  expect(older.hasAttribute("aria-keyshortcuts")).toBe(false);
});

test("on a phone, closing returns the focus to the row", async () => {
  isWide = false;
  open();
  await userEvent.click(await row("wallet.debit"));
  expect(await screen.findByRole("heading", { name: "wallet.debit" })).toBe(document.activeElement);
  expect(screen.queryByText("Deliveries, newest first")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Back to the list" }));
  expect(document.activeElement).toBe(await row("wallet.debit"));
  await waitFor(() => expect(document.title).toContain("Deliveries"));
});

test("moving through the list keeps the same tab open", async () => {
  window.history.replaceState(null, "", `${LIST}/d-1`);
  open();
  await userEvent.click(await screen.findByRole("tab", { name: "Response" }));
  await table();
  await userEvent.click(screen.getByRole("button", { name: "Older delivery" }));
  await screen.findByRole("heading", { name: "wallet.debit" });
  expect((await screen.findByRole("tab", { name: "Response" })).getAttribute("aria-selected")).toBe("true");
});

test("a failed delivery is selected in its row's margin; other rows have no checkbox", async () => {
  open();
  expect(within(await table()).getAllByRole("columnheader")[0]?.textContent).toBe("Status");
  const boxes = within(await table()).getAllByRole("checkbox");
  expect(boxes).toHaveLength(2);
  await userEvent.click(boxes[1] as HTMLElement);
  expect(await screen.findByText("1 failure selected")).toBeDefined();
});

test("a refused replay is requested anew, not answered with the old refusal", async () => {
  window.history.replaceState(null, "", `${LIST}/d-1`);
  const calls = open();
  await userEvent.click(await screen.findByRole("button", { name: "Replay" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Replay this delivery" }));
  await userEvent.click(dialog.getByRole("button", { name: "Replay" }));
  expect(await dialog.findByText("A replay is under way.")).toBeDefined();
  await userEvent.click(dialog.getByRole("button", { name: "Replay" }));
  const keys = () =>
    calls.filter(({ method }) => method === "POST").map(({ headers }) => headers.get("idempotency-key"));
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(new Set(keys()).size).toBe(2);
});

test("a delivery that could not be refetched shows its age", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let asked = 0;
  window.history.replaceState(null, "", `${LIST}/d-4`);
  open({
    answer: (id) => {
      asked += 1;
      return asked === 1 ? ok(detailsOf(aDelivery({ id, status: "pending" }))) : refusal(400, "bad", "No.");
    },
  });
  await screen.findByText("Delivery ID");
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(await screen.findByText(/Couldn’t refresh/)).toBeDefined();
  vi.useRealTimers();
});
