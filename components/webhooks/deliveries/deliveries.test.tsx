import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type Call, renderPage, serve, stubLayout } from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { aDelivery, aFailure, anAttempt, aSubscription, detailsOf, pageOf } from "../testing.ts";
import { DeliveriesBoard } from "./deliveries-board.tsx";

let path = "/webhooks/deliveries";
vi.mock("next/navigation", () => ({ usePathname: () => path, useRouter: () => ({ push: vi.fn() }) }));

beforeEach(() => {
  stubLayout();
  path = "/webhooks/deliveries";
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ok = (data: unknown): Answer => ({ body: { success: true, data } });

function world(rows = [aDelivery()], answers: (call: Call) => Answer | undefined = () => undefined) {
  return serve((call) => {
    const given = answers(call);
    if (given) return given;
    if (call.path.includes("/settings")) return ok({ webhookMode: "BOTH", callbackURL: null });
    if (call.path.includes("/subscriptions")) return ok([aSubscription()]);
    if (call.path.includes("/stats")) return ok({ hours: [], usedThisMinute: null });
    if (call.path.includes("/replays")) return { body: { success: true, data: [] } };
    return pageOf(rows);
  });
}

/** By its caption: searching a whole page by role takes seconds on a busy machine. */
const table = async () => (await screen.findByText("Deliveries, newest first")).closest("table") as HTMLElement;

test("limited, test, replayed and deleted deliveries are marked, and an unsent one shows no response", async () => {
  const limited = aFailure({ id: "d-1", attempts: 0, errorCode: "rate_limited", httpStatusCode: null });
  const deleted = aDelivery({ id: "d-2", subscription: { ...aDelivery().subscription, deleted: true } });
  world([limited, deleted, aDelivery({ id: "d-3", isTest: true }), aDelivery({ id: "d-4", replayOf: "d-0" })]);
  renderPage(<DeliveriesBoard />);
  const list = within(await table());
  const cells = (text: string) => list.getAllByText(text).length;
  expect(list.getByText("Rate limited")).toBeDefined();
  expect(list.getByText("Not sent")).toBeDefined();
  expect([cells("Deleted"), cells("Test"), cells("Replay")]).toEqual([1, 1, 1]);
});

test("filters in the address are sent; a changed filter starts at page 1", async () => {
  const calls = world();
  renderPage(<DeliveriesBoard />, { search: "status=failed&errorCode=timeout&test=hide&page=3" });
  await table();
  const lists = () => calls.filter(({ path }) => path.includes("/deliveries?") && path.includes("perPage=20"));
  expect(lists()[0]?.path).toMatch(/status=failed&errorCode=timeout&test=hide&startDate=.*&page=3/);
  await userEvent.selectOptions(screen.getByLabelText("Event"), "wallet.debit");
  await waitFor(() => expect(lists().at(-1)?.path).toMatch(/eventType=wallet\.debit.*&page=1/));
});

test("a bar selected by keyboard narrows the time range, and has a name", async () => {
  const calls = world();
  renderPage(<DeliveriesBoard />);
  const slider = await screen.findByRole("slider");
  slider.focus();
  await userEvent.keyboard("{ArrowLeft}{Enter}");
  await waitFor(() => expect(calls.some(({ path }) => path.includes("endDate="))).toBe(true));
  expect(slider.getAttribute("aria-valuetext")).toMatch(/0 delivered, 0 failed/);
});

test.each([
  ["BOTH", "", "No deliveries in this period"],
  ["LEGACY", "", "Callbacks are not listed here"],
  ["BOTH", "status=failed", "No delivery matches"],
])("mode %s, filter %s: %s", async (webhookMode, search, title) => {
  world([], ({ path }) => (path.includes("/settings") ? ok({ webhookMode, callbackURL: null }) : undefined));
  renderPage(<DeliveriesBoard />, { search });
  expect(await screen.findByText(title)).toBeDefined();
});

test("a failed list shows the reason and can be retried", async () => {
  world([], ({ path }) =>
    path.includes("/deliveries?")
      ? { status: 400, body: { success: false, code: "validation_failed", message: "narrow the date range" } }
      : undefined,
  );
  renderPage(<DeliveriesBoard />);
  expect(await screen.findByText("narrow the date range")).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});

test("a bulk replay is counted before it is sent, with skipped deliveries and duration", async () => {
  const rows = [aFailure({ id: "0190a000-0000-7000-8000-0000000000f1" })];
  const calls = world(rows, ({ path, method, body }) => {
    if (path.includes("perPage=1&") || path.endsWith("perPage=1")) return pageOf(rows, 4_812);
    if (method !== "POST") return undefined;
    const isDry = (body as { dryRun?: boolean }).dryRun;
    return ok(
      isDry ? { count: 4_800, skipped: { delivered_since: 12 }, etaSeconds: 3_660 } : { id: "r-1", status: "running" },
    );
  });
  renderPage(<DeliveriesBoard />, { search: "errorCode=http_error" });
  await userEvent.click(await screen.findByRole("button", { name: "Select 1 failure on this page" }));
  await userEvent.click(await screen.findByRole("button", { name: "Replay all 4,812" }));
  const sheet = await screen.findByRole("dialog", { name: "Replay failures" });
  expect(await within(sheet).findByText("4,800 deliveries to replay")).toBeDefined();
  expect(within(sheet).getByText("Skipped: delivered since")).toBeDefined();
  expect(within(sheet).getByText(/about 1 h 1 min/)).toBeDefined();
  await userEvent.click(within(sheet).getByRole("button", { name: "Replay 4,800" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const posts = calls.filter(({ method }) => method === "POST").map(({ body }) => body as Record<string, unknown>);
  const keys = calls.filter(({ method }) => method === "POST").map(({ headers }) => headers.get("idempotency-key"));
  expect(new Set(keys.filter(Boolean)).size).toBe(2);
  expect(posts).toHaveLength(2);
  expect(posts[0]).toEqual({ ...posts[1], dryRun: true });
  expect(posts[1]).toMatchObject({
    errorCode: "http_error",
    startDate: expect.any(String),
    endDate: expect.any(String),
  });
});

test("a bulk replay that skips all deliveries shows no duration", async () => {
  world([aFailure()], ({ method }) =>
    method === "POST" ? ok({ count: 0, skipped: { replayed_since: 1 }, etaSeconds: 0 }) : undefined,
  );
  renderPage(<DeliveriesBoard />);
  await userEvent.click(await screen.findByText("Select 1 failure on this page"));
  await userEvent.click(await screen.findByText("Replay selected"));
  expect(await screen.findByText("Nothing to replay")).toBeDefined();
  expect(screen.getByText("Skipped: replayed since")).toBeDefined();
  expect(screen.queryByText(/a minute each/)).toBeNull();
});

function openDetail(details: ReturnType<typeof detailsOf>, session = aSession()) {
  path = `/webhooks/deliveries/${details.id}`;
  const calls = world([aDelivery()], (call) => {
    if (call.method === "POST") return ok(aDelivery({ id: "new-1", status: "pending", replayOf: details.id }));
    return call.path.includes("/delivery/") ? ok(details) : undefined;
  });
  renderPage(<DeliveriesBoard />, { session });
  return calls;
}

const nothingBack = { httpStatusCode: null, errorCode: "timeout", responseHeaders: null, responseBody: null } as const;

test.each([
  ["was not sent", detailsOf(aFailure({ attempts: 0, httpStatusCode: null })), "Not sent"],
  ["had no response", detailsOf(aFailure(), { attemptLog: [anAttempt(nothingBack as never)] }), "No response"],
  [
    "had a long response",
    detailsOf(aFailure(), { attemptLog: [anAttempt({ truncated: true, responseBytes: 215_040 })] }),
    "Truncated: 4 B of 210 KiB kept.",
  ],
])("a delivery that %s reports it in place of the response", async (_, details, text) => {
  openDetail(details);
  await userEvent.click(await screen.findByRole("tab", { name: "Response" }));
  expect(await screen.findByText(text)).toBeDefined();
});

test("signatures of a request are masked", async () => {
  openDetail(detailsOf(aFailure(), { attemptLog: [anAttempt()] }));
  await userEvent.click(await screen.findByRole("tab", { name: "Request" }));
  expect((await screen.findByRole("region", { name: "Request" })).textContent).toContain("41d0••••••••88bc");
});

test("a replay shows current conditions, and opens the new delivery", async () => {
  const pushState = vi.spyOn(window.history, "pushState");
  const calls = openDetail(detailsOf(aFailure(), { attemptLog: [anAttempt()] }));
  await userEvent.click(await screen.findByRole("button", { name: "Replay" }));
  const dialog = await screen.findByRole("dialog", { name: "Replay this delivery" });
  expect(await within(dialog).findByText("37 of 100 used this minute")).toBeDefined();
  await userEvent.click(within(dialog).getByRole("button", { name: "Replay" }));
  await waitFor(() => expect(pushState).toHaveBeenCalledWith(null, "", "/webhooks/deliveries/new-1"));
  expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("users without the permission see the button and the reason", async () => {
  openDetail(detailsOf(aFailure(), { attemptLog: [anAttempt()] }), aSession("Operator"));
  const button = await screen.findByRole("button", { name: "Replay" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(button);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("arrow keys in quick succession start from the address, though the page has not rendered yet", async () => {
  const [newer, older] = [aDelivery({ id: "d-1" }), aDelivery({ id: "d-2" })];
  path = "/webhooks/deliveries/d-1";
  window.history.replaceState(null, "", path);
  world([newer, older], (call) => (call.path.includes("/delivery/") ? ok(detailsOf(newer)) : undefined));
  renderPage(<DeliveriesBoard />);
  await screen.findByText("Delivery ID");
  await table();
  // Beside an open delivery the filters are folded, so that the list keeps its height.
  expect(screen.getByText("Filters and chart").closest("details")?.open).toBe(false);
  await userEvent.keyboard("{ArrowRight}");
  expect(window.location.pathname).toBe("/webhooks/deliveries/d-2");
  await userEvent.keyboard("{ArrowLeft}");
  expect(window.location.pathname).toBe("/webhooks/deliveries/d-1");
});
