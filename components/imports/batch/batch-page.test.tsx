import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aBatch, anImport, id, NOW, one, page, rejectedItem, skippedRow } from "../../testing/batches.ts";
import { type Answer, type Call, refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { BatchPage } from "./batch-page.tsx";

/** The state of the stubbed service; tests change it. */
let answers: { match: RegExp; answer: (call: Call) => Answer }[] = [];
let calls: Call[] = [];
const on = (match: RegExp, answer: (call: Call) => Answer) => answers.unshift({ match, answer });

beforeEach(() => {
  answers = [];
  calls = serve((call) => {
    const found = answers.find(({ match }) => match.test(`${call.method} ${call.path}`));
    return found ? found.answer(call) : page([]);
  });
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(NOW) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

describe("the page of a batch", () => {
  const open = (kind: "create" | "credit" | "debit", role: Parameters<typeof aSession>[0] = "Admin", search = "") =>
    renderPage(<BatchPage kind={kind} batchId={id(kind === "create" ? 1 : 2)} />, { session: aSession(role), search });

  it("shows exact counts, an estimate of the time left, and skipped rows with their reason", async () => {
    on(/GET .*\/bulk-create-customers\/[^/]+$/, () => one(anImport()));
    on(/\/rows\?.*status=skipped/, () => page([skippedRow], 20));
    open("create");
    const bar = await screen.findByRole("progressbar", { name: "Rows processed" });
    expect(bar.getAttribute("aria-valuetext")).toBe("1200 of 5000 rows: 1180 created, 20 skipped");
    expect(screen.getByText("about 3 min 10 s left")).toBeDefined();
    expect((await screen.findByRole("link", { name: "Hadiza Ɗanjuma-Abubakar" })).getAttribute("href")).toBe(
      `/wallets/${id(9)}`,
    );
    expect(screen.getByText("Customer already exist.")).toBeDefined();
    expect(screen.getByRole("tab", { name: "Skipped 20", selected: true })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Cancel batch" })).toBeNull();
  });

  it("polls about every second, announces each tenth, and stops when the batch has ended", async () => {
    let now = anImport();
    on(/GET .*\/bulk-create-customers\/[^/]+$/, () => one(now));
    open("create");
    await screen.findByRole("progressbar");
    const asked = () => calls.filter(({ path }) => path.endsWith(id(1))).length;
    expect(asked()).toBe(1);
    now = anImport({ processed: 2_600, created: 2_580 });
    await act(() => vi.advanceTimersByTimeAsync(1_300));
    expect(asked()).toBe(2);
    expect(await screen.findByText("50 % of 5,000 rows done.")).toBeDefined();
    now = anImport({ status: "partially_completed", processed: 5_000, created: 4_980, finishedAt: NOW });
    await act(() => vi.advanceTimersByTimeAsync(2_600));
    expect(asked()).toBe(3);
    expect(await screen.findByText("took 1 min")).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(asked()).toBe(3);
    expect(screen.getByRole("link", { name: "Fix 20 rows" }).getAttribute("href")).toBe(
      `/imports/new?kind=create&from=${id(1)}`,
    );
  });

  it("does not poll while hidden, and polls immediately when shown again", async () => {
    on(/GET .*\/bulk-create-customers\/[^/]+$/, () => one(anImport()));
    open("create");
    await screen.findByRole("progressbar");
    const asked = () => calls.filter(({ path }) => path.endsWith(id(1))).length;
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    await act(async () => document.dispatchEvent(new Event("visibilitychange")));
    await act(() => vi.advanceTimersByTimeAsync(300_000));
    expect(asked()).toBe(1);
    visibility.mockReturnValue("visible");
    await act(async () => document.dispatchEvent(new Event("visibilitychange")));
    await act(() => vi.advanceTimersByTimeAsync(1_300));
    expect(asked()).toBe(2);
  });

  it("reports a batch without progress for four minutes, and a registry that does not respond", async () => {
    let now = anImport();
    on(/GET .*\/bulk-create-customers\/[^/]+$/, () => one(now));
    open("create");
    await screen.findByRole("progressbar");
    await act(() => vi.advanceTimersByTimeAsync(250_000));
    expect(screen.getByText("No progress for 4 minutes")).toBeDefined();
    now = anImport({ pausedUntil: "2026-11-19T13:20:00.000Z" });
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText("Waiting for the identity service").parentElement?.textContent).toContain("14:20:00");
  });

  it("does not report a batch as stuck right after approval, however long it waited before", async () => {
    let now = aBatch({ status: "awaiting_approval", createdAt: "2026-11-12T12:59:00.000Z" });
    on(/credit-customer-status/, () => one(now));
    open("credit");
    expect((await screen.findAllByText("Awaiting approval")).length).toBeGreaterThan(0);
    now = { ...now, status: "pending" };
    await act(() => vi.advanceTimersByTimeAsync(40_000));
    expect(await screen.findByText("Queued")).toBeDefined();
    expect(screen.queryByText("No progress for 4 minutes")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(250_000));
    expect(screen.getByText("No progress for 4 minutes")).toBeDefined();
  });

  it("cancels a batch that has not begun, after confirmation", async () => {
    let now = aBatch();
    on(/credit-customer-status/, () => one(now));
    on(/^DELETE /, () => {
      now = aBatch({ status: "cancelled", finishedAt: NOW });
      return { body: { status: true, message: "Batch successfully cancelled." } };
    });
    open("credit");
    await user.click(await screen.findByRole("button", { name: "Cancel batch" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Cancel this batch?" }));
    expect(dialog.getByText(/3 rows, ₦4,500\.00/)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Cancel batch" }));
    expect(await screen.findByText("Cancelled before it started")).toBeDefined();
    expect(calls.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
      `/api/service/wallet/bulk-credit-customer/${id(2)}`,
    ]);
  });

  it("has no Cancel for customer batches: the API has no such call", async () => {
    on(/GET .*\/bulk-create-customers\/[^/]+$/, () =>
      one(anImport({ status: "pending", processed: 0, created: 0, skipped: 0, startedAt: null })),
    );
    open("create");
    expect(await screen.findByText("Queued")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Cancel batch" })).toBeNull();
  });

  it("reports that the batch began just before the cancellation", async () => {
    on(/credit-customer-status/, () => one(aBatch()));
    on(/^DELETE /, () => refusal(400, "batch_begun", "This batch has already been processed."));
    open("credit");
    await user.click(await screen.findByRole("button", { name: "Cancel batch" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Cancel batch" }));
    expect((await dialog.findByRole("alert")).textContent).toContain("This batch has already been processed.");
  });

  it("shows everything to read-only users, with the reason why they cannot cancel", async () => {
    on(/credit-customer-status/, () => one(aBatch()));
    open("credit", "Support");
    const button = await screen.findByRole("button", { name: "Cancel batch" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await user.click(button);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("This needs the permission WALLET_CREDIT_DEBIT.")).toBeDefined();
  });

  it("links a batch that awaits approval to its request", async () => {
    on(/credit-customer-status/, () => one(aBatch({ status: "awaiting_approval" })));
    on(/transaction\/pending\?/, () =>
      page([{ id: id(7), batchId: id(2), viewer: { canApprove: true }, declineReason: null }]),
    );
    on(/transaction\/pending\/[^?]/, () => one({ checks: { atSubmission: null, now: null } }));
    open("credit");
    expect((await screen.findByRole("link", { name: "Approve or decline" })).getAttribute("href")).toBe(
      `/approvals/${id(7)}`,
    );
  });

  it("saves the rejected rows as a file", async () => {
    const over = { status: "partially_completed", processed: 3, accepted: 2, rejected: 1, finishedAt: NOW } as const;
    const fileName = "Salaries March.csv";
    on(/credit-customer-status/, () => one(aBatch({ ...over, fileName, startedAt: "2026-11-19T13:02:00.000Z" })));
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    on(/\/items\?/, () => page([rejectedItem]));
    on(/rows\.csv/, () => ({ body: {} }));
    const createUrl = vi.fn(() => "blob:rows");
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: createUrl, revokeObjectURL: vi.fn() }));
    open("credit");
    expect(await screen.findByText("Post no credit is enabled.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Rejected rows" }));
    await waitFor(() => expect(createUrl).toHaveBeenCalledOnce());
    expect(names).toEqual(["Salaries March-to-fix.csv"]);
    expect(calls.at(-1)?.path).toBe(`/api/service/wallet/bulk-credit-customer/${id(2)}/rows.csv?status=failed`);
  });

  it("offers no file for the failed rows of a batch that a customer pays: the merchant would pay them", async () => {
    const over = { status: "partially_completed", processed: 3, accepted: 2, rejected: 1, finishedAt: NOW } as const;
    on(/credit-customer-status/, () => one(aBatch({ ...over, payer: id(7) })));
    on(/\/items\?/, () => page([rejectedItem]));
    open("credit");
    expect(await screen.findByText(/send these rows again by API/)).toBeDefined();
    expect(screen.getByRole("button", { name: "Rejected rows" })).toBeDefined();
    expect(screen.queryByText("Fix 1 row")).toBeNull();
  });

  it("shows rows that an earlier batch paid apart from failures, with a link and nothing to fix", async () => {
    const paidBy = [{ batchId: id(5), batchReference: "imp-5b1e9d0b12345b18", paidAt: "2026-11-19T09:04:00.000Z" }];
    const over = { status: "partially_completed", total: 3, processed: 3, accepted: 1, finishedAt: NOW } as const;
    on(/credit-customer-status/, () => one(aBatch({ ...over, rejected: 2, duplicates: 2, paidBy })));
    const duplicateOf = { transactionId: id(6), batchId: id(5), paidAt: "2026-11-19T09:04:00.000Z" };
    on(/\/items\?.*status=duplicate/, () => page([{ ...rejectedItem, duplicateOf }], 2));
    open("credit");
    expect(await screen.findByText("2 rows were already paid today")).toBeDefined();
    expect(screen.getByRole("link", { name: "imp-5b1e9d0b12345b18" }).getAttribute("href")).toBe(
      `/imports/credit/${id(5)}`,
    );
    expect(screen.getByRole("tab", { name: "Already paid 2", selected: true })).toBeDefined();
    expect((await screen.findByRole("link", { name: "Already paid today" })).getAttribute("href")).toBe(
      `/imports/credit/${id(5)}`,
    );
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("Completed");
    expect(screen.queryByText(/Fix/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Rejected rows" })).toBeNull();
  });

  it("calls a created but frozen wallet Created, frozen, with the reason, in rows and counts", async () => {
    const over = { status: "completed", total: 2, processed: 2, created: 2, skipped: 0, finishedAt: NOW } as const;
    on(/GET .*\/bulk-create-customers\/[^/]+$/, () => one(anImport({ ...over, frozen: 1, fileName: "june.csv" })));
    on(/\/rows\?.*status=frozen/, () => page([{ ...skippedRow, status: "created", reason: "BVN Lookup failed" }], 1));
    open("create", "Admin", "rows=frozen");
    expect(await screen.findByText("Created, frozen: BVN Lookup failed")).toBeDefined();
    expect(screen.getByRole("tab", { name: "Created, frozen 1", selected: true })).toBeDefined();
    expect(screen.getByText("1 frozen")).toBeDefined();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("june.csv");
  });

  it("calls a batch that its own sender withdrew Withdrawn", async () => {
    on(/credit-customer-status/, () => one(aBatch({ status: "declined", withdrawn: true, finishedAt: NOW })));
    on(/transaction\/pending\?/, () =>
      page([{ id: id(7), batchId: id(2), declineReason: "Mistake", withdrawn: true }]),
    );
    on(/\/items\?/, () => page([{ ...rejectedItem, status: "cancelled", reason: null }], 3));
    open("credit");
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toContain("Withdrawn");
    expect(await screen.findByRole("tab", { name: "Cancelled 3" })).toBeDefined();
    expect(screen.queryByText("Declined")).toBeNull();
  });

  it("says why the approval of a batch failed, links the request, and shows the rows as cancelled", async () => {
    const failureReason = "Insufficient merchant wallet balance.";
    on(/credit-customer-status/, () => one(aBatch({ status: "failed", rejected: 1, processed: 1, finishedAt: NOW })));
    on(/transaction\/pending\?.*status=FAILED/, () => page([{ id: id(7), batchId: id(2), failureReason }]));
    on(/\/items\?/, () => page([{ ...rejectedItem, status: "cancelled", reason: null }], 2));
    open("credit");
    expect(await screen.findByText("Failed at approval")).toBeDefined();
    const link = await screen.findByRole("link", { name: "See the request" });
    expect(link.getAttribute("href")).toBe(`/approvals/${id(7)}`);
    expect(link.parentElement?.textContent).toContain(`“${failureReason}” No money has moved.`);
    expect(screen.getByRole("tab", { name: "Cancelled 2" })).toBeDefined();
    expect(screen.queryByText(/Every row was/)).toBeNull();
  });

  it("shows the rows of a cancelled batch as cancelled", async () => {
    on(/credit-customer-status/, () => one(aBatch({ status: "cancelled", finishedAt: NOW })));
    on(/\/items\?/, () => page([{ ...rejectedItem, status: "cancelled", reason: null }], 3));
    open("credit");
    expect(await screen.findByRole("tab", { name: "Cancelled 3" })).toBeDefined();
    expect(screen.queryByRole("tab", { name: /Pending|Still to come/ })).toBeNull();
    expect((await screen.findAllByText("Cancelled")).length).toBeGreaterThan(1);
  });

  it("shows the last page for a page number beyond the rows", async () => {
    on(/GET .*\/bulk-create-customers\/[^/]+$/, () => one(anImport()));
    on(/\/rows\?/, () => page([skippedRow], 20));
    open("create", "Admin", "rows=bad&page=99");
    expect(await screen.findByText("1–20 of 20 rows")).toBeDefined();
    expect(calls.find(({ path }) => path.includes("/rows?"))?.path).toContain("page=1&");
  });

  it("shows the same text for a missing batch and another merchant's", async () => {
    on(/credit-customer-status/, () => refusal(404, "batch_not_found", "Batch not found."));
    open("credit");
    expect(await screen.findByText("Batch not found")).toBeDefined();
  });
});
