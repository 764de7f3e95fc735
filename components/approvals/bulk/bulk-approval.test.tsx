// Only the network is replaced: `fetch` is a stub, all modules are real.
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { approvalEndpoints, type PendingDetails } from "../../../contract/approvals.ts";
import {
  type Answer,
  type Call,
  refusal,
  renderPage,
  serve,
  setOnline,
  stubLayout,
} from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { ApprovalsBoard } from "../queue/approvals-board.tsx";
import { anItem, atSubmission, decided, id } from "../testing.ts";

let items: PendingDetails[];
let onApprove: (transactionId: string) => Answer;
let calls: Call[];

const approved = { body: { status: true, message: "Transaction successfully approved." } };

function answer({ path, body }: Call): Answer {
  const [, found] = /\/transaction\/pending\/([^?]+)$/.exec(path) ?? [];
  if (found) return { body: { status: true, data: items.find((item) => item.id === found) } };
  if (path.includes("/transaction/pending")) {
    const data = items.filter(({ status }) => status === "PENDING");
    const metadata = { page: 1, perPage: 20, totalRecords: data.length, totalPages: 1 };
    return { body: approvalEndpoints.listPendingTransactions.reply.parse({ status: true, data, metadata }) };
  }
  return onApprove((body as { transactionId: string }).transactionId);
}

function decide(transactionId: string, action: "APPROVED" | "DECLINED" = "APPROVED"): Answer {
  items = items.map((item) => (item.id === transactionId ? decided(item, action, "Tólá Bánkọ́lé") : item));
  return approved;
}

const approvals = () => calls.filter(({ path }) => path.endsWith("/transaction/approve"));
const asked = () => approvals().map(({ body }) => (body as { transactionId: string }).transactionId.slice(-2));
const keysOf = (end: number) =>
  approvals().flatMap(({ body, headers }) =>
    (body as { transactionId: string }).transactionId === id(end) ? [headers.get("idempotency-key")] : [],
  );
const open = (role: "Admin" | "Support" = "Admin") =>
  renderPage(<ApprovalsBoard />, { session: aSession(role), search: "tab=waiting" });
const boxes = () => screen.findAllByRole("checkbox", { name: "Select Ifẹ → Chịnaza" });

/** Selects all selectable rows and opens the sheet. */
async function selectAll() {
  const [first] = await boxes();
  if (first) await userEvent.click(first);
  const more = screen.queryByRole("button", { name: /^Select all/ });
  if (more) await userEvent.click(more);
  await userEvent.click(screen.getByRole("button", { name: new RegExp(`^Approve ${items.length}$`) }));
  return within(await screen.findByRole("dialog", { name: new RegExp(`^Approve ${items.length} requests?$`) }));
}

async function approveAll() {
  const sheet = await selectAll();
  await userEvent.type(sheet.getByLabelText("Type the number of requests"), String(items.length));
  await userEvent.click(sheet.getByRole("button", { name: `Approve ${items.length}` }));
  return sheet;
}

const lines = (sheet: Awaited<ReturnType<typeof selectAll>>) =>
  within(sheet.getByRole("list", { name: "Requests" }))
    .getAllByRole("listitem")
    .slice(0, -1)
    .map(({ textContent }) => textContent?.replace(/^.*₦[\d,.]+/, ""));

beforeEach(() => {
  stubLayout();
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  sessionStorage.clear();
  items = [11, 12, 13].map((end) => anItem({ id: id(end), amount: end * 100 }));
  onApprove = decide;
  calls = serve(answer);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the count is typed, then requests are sent one after the other with their own keys, and show their outcomes", async () => {
  open();
  const sheet = await selectAll();
  expect(sheet.getByText("Total").parentElement?.textContent).toBe("Total₦36.00");
  await userEvent.click(sheet.getByRole("button", { name: "Approve 3" }));
  expect(sheet.getByText("Type 3 to approve.")).toBeDefined();
  expect(document.activeElement).toBe(sheet.getByLabelText("Type the number of requests"));
  expect(approvals()).toEqual([]);
  await userEvent.type(sheet.getByLabelText("Type the number of requests"), "3");
  await userEvent.click(sheet.getByRole("button", { name: "Approve 3" }));
  expect(await sheet.findByText("3 requests approved")).toBeDefined();
  expect(asked()).toEqual(["11", "12", "13"]);
  expect(new Set(approvals().map(({ headers }) => headers.get("idempotency-key"))).size).toBe(3);
  expect(lines(sheet)).toEqual(["Approved", "Approved", "Approved"]);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("region", { name: "Selected requests" })).toBeNull();
});

test("requests that fail a check, were decided or changed since selection are skipped, and the others are sent", async () => {
  // Other customers' requests: a change by the third one is not a change to the fourth.
  const source = { customerId: id(58), name: "Ifẹ", accountNumber: "2204510009" };
  const target = { customerId: id(59), name: "Chịnaza", accountNumber: "2204590509" };
  items = [...items, anItem({ id: id(14), source, target })];
  open();
  const sheet = await selectAll();
  const reasons = [{ code: "destination_inactive", message: "Destination wallet is not active." }];
  items = items.map((item, at) => {
    if (at === 0) return { ...item, checks: { atSubmission, now: { ...atSubmission, allowed: false, reasons } } };
    if (at === 1) return decided(item, "DECLINED", "Adaeze Nwọsu");
    return at === 3 ? { ...item, mark: "changed" } : item;
  });
  await userEvent.type(sheet.getByLabelText("Type the number of requests"), "4");
  await userEvent.click(sheet.getByRole("button", { name: "Approve 4" }));
  expect(await sheet.findByText("1 request approved")).toBeDefined();
  expect(asked()).toEqual(["13"]);
  expect(lines(sheet)).toEqual([
    "Not approved: Destination wallet is not active.",
    "Not approved: Declined meanwhile.",
    "Approved",
    "Not approved: It changed since you selected it. Open it to see what changed.",
  ]);
});

test("changes made by this run or marked before the selection do not skip a request", async () => {
  items = [anItem({ id: id(11), mark: "changed" }), anItem({ id: id(12) })];
  onApprove = (transactionId) => {
    items = items.map((item) => ({ ...item, mark: "changed" }));
    return decide(transactionId);
  };
  open();
  const sheet = await approveAll();
  expect(await sheet.findByText("2 requests approved")).toBeDefined();
});

test("a refusal leaves that request pending, with its reason, and the rest continues", async () => {
  onApprove = (transactionId) =>
    transactionId === id(12)
      ? refusal(403, "approval_limit_exceeded", "The amount is above your approval limit.")
      : decide(transactionId);
  open();
  const sheet = await approveAll();
  expect(await sheet.findByText("1 request stayed as it was.")).toBeDefined();
  expect(lines(sheet)).toEqual(["Approved", "Not approved: The amount is above your approval limit.", "Approved"]);
});

test("a lost response stops the run; continuing resends that request with the same key, then the rest", async () => {
  // The approval succeeds; only its response is lost.
  onApprove = (transactionId) => {
    const answered = decide(transactionId);
    return transactionId === id(12) ? "cut" : answered;
  };
  open();
  const sheet = await selectAll();
  await userEvent.type(sheet.getByLabelText("Type the number of requests"), "3");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await userEvent.click(sheet.getByRole("button", { name: "Approve 3" }));
  await act(() => vi.advanceTimersByTimeAsync(25_000));
  await sheet.findByText(/One result is not confirmed yet/);
  expect(lines(sheet)[1]).toBe("Confirming… It can’t be approved twice.");
  expect(asked()).toEqual(["11", "12", "12", "12", "12"]);
  onApprove = decide;
  await userEvent.click(sheet.getByRole("button", { name: "Continue with 2" }));
  expect(await sheet.findByText("3 requests approved")).toBeDefined();
  expect(asked().slice(-2)).toEqual(["12", "13"]);
  expect(new Set(keysOf(12)).size).toBe(1);
});

test("the run stops with a note if nothing can be sent, and can be continued", async () => {
  onApprove = () => refusal(503, "unavailable", "The service is busy. Nothing was done.");
  open();
  const sheet = await approveAll();
  expect(await sheet.findByText("3 requests were not sent yet.")).toBeDefined();
  expect(lines(sheet)[0]).toBe("Not sent: The service is busy. Nothing was done.");
  expect(asked()).toEqual(["11"]);
  onApprove = decide;
  await userEvent.click(sheet.getByRole("button", { name: "Continue with 3" }));
  expect(await sheet.findByText("3 requests approved")).toBeDefined();
});

test("a recheck without a network stops the run, and nothing is sent by itself when the network comes back", async () => {
  open();
  const sheet = await selectAll();
  let isLost = true;
  calls = serve((call) => {
    if (!isLost || !call.path.endsWith(`/transaction/pending/${id(11)}`)) return answer(call);
    setOnline(false);
    return "cut";
  });
  await userEvent.type(sheet.getByLabelText("Type the number of requests"), "3");
  await userEvent.click(sheet.getByRole("button", { name: "Approve 3" }));
  expect(await sheet.findByText("3 requests were not sent yet.")).toBeDefined();
  isLost = false;
  act(() => setOnline(true));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(asked()).toEqual([]);
});

test("closing the sheet during the run stops after the current request", async () => {
  let release: (answer: Answer) => void = () => undefined;
  calls = serve((call) =>
    call.path.endsWith("/transaction/approve")
      ? new Promise<Answer>((resolve) => {
          release = () => resolve(answer(call));
        })
      : answer(call),
  );
  open();
  const sheet = await approveAll();
  await waitFor(() => expect(asked()).toEqual(["11"]));
  await userEvent.keyboard("{Escape}");
  await act(async () => release(approved));
  expect(await sheet.findByText("2 requests were not sent yet.")).toBeDefined();
  expect(asked()).toEqual(["11"]);
});

test("from a million naira the total must be typed too", async () => {
  items = [anItem({ amount: 60_000_000 }), anItem({ id: id(12), amount: 40_000_050 })];
  open();
  const sheet = await selectAll();
  await userEvent.type(sheet.getByLabelText("Type the number of requests"), "2");
  await userEvent.click(sheet.getByRole("button", { name: "Approve 2" }));
  expect(sheet.getByText("Type 1,000,000.50 to approve.")).toBeDefined();
  await userEvent.type(sheet.getByLabelText("Type the total in naira to approve"), "1,000,000.50");
  await userEvent.click(sheet.getByRole("button", { name: "Approve 2" }));
  expect(await sheet.findByText("2 requests approved")).toBeDefined();
});

test("only requests that this user may approve and that pass all checks can be selected", async () => {
  const viewer = {
    canApprove: false,
    canDecline: false,
    selfApproval: false,
    canWithdraw: true,
    reason: "You submitted this.",
  };
  items = [anItem({ mark: "failing" }), anItem({ id: id(12), viewer }), anItem({ id: id(13) })];
  open();
  expect(await boxes()).toHaveLength(1);
  cleanup();
  open("Support");
  await screen.findAllByRole("link", { name: "Ifẹ → Chịnaza" });
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("at most 50 can be selected", async () => {
  items = Array.from({ length: 51 }, (_, at) => anItem({ id: id(10 + at) }));
  open();
  const all = await boxes();
  if (all[50]) await userEvent.click(all[50]);
  await userEvent.click(screen.getByRole("button", { name: "Select all 50" }));
  expect(screen.getByRole("region", { name: "Selected requests" }).textContent).toContain("at most 50");
  if (all[50]) await userEvent.click(all[50]);
  expect(screen.getByRole("button", { name: "Approve 50" })).toBeDefined();
});
