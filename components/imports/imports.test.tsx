import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Batch, BatchItem, BatchRecord } from "../../contract/batch-records.ts";
import { WalletImport, WalletImportRow } from "../../contract/wallet-creation.ts";
import { type Answer, type Call, refusal, renderPage, serve } from "../testing/render-page.tsx";
import { aSession } from "../testing/replies.ts";
import { BatchPage } from "./batch-page.tsx";
import { ImportsList } from "./imports-list.tsx";

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const NOW = "2026-11-19T13:02:11.000Z";

function anImport(changes: Partial<WalletImport> = {}): WalletImport {
  return WalletImport.parse({
    batchId: id(1),
    status: "processing",
    total: 5_000,
    processed: 1_200,
    created: 1_180,
    skipped: 20,
    createdBy: "Chidi Ọbiọra",
    pausedUntil: null,
    createdAt: "2026-11-19T13:00:00.000Z",
    startedAt: "2026-11-19T13:01:11.000Z",
    finishedAt: null,
    ...changes,
  });
}

function aBatch(changes: Partial<Batch> = {}): Batch {
  return Batch.parse({
    batchId: id(2),
    batchReference: "imp-4c1e9d0b12345b18",
    operation: "credit",
    status: "pending",
    total: 3,
    processed: 0,
    accepted: 0,
    rejected: 0,
    totalAmount: 450_000,
    createdAt: "2026-11-19T12:59:00.000Z",
    startedAt: null,
    finishedAt: null,
    ...changes,
  });
}

function aRecord({ accepted, rejected, ...batch }: Batch): BatchRecord {
  const none = { accepted: [], rejected: [], hasAllItems: false };
  return BatchRecord.parse({ ...batch, ...none, acceptedCount: accepted, rejectedCount: rejected });
}

const skippedRow = WalletImportRow.parse({
  row: 212,
  status: "skipped",
  name: "Hadiza Ɗanjuma-Abubakar",
  phoneNumber: "08012345678",
  customerId: id(9),
  walletId: null,
  reason: "Customer already exist.",
});
const rejectedItem = BatchItem.parse({
  row: 3,
  status: "rejected",
  customerId: id(9),
  walletId: null,
  accountNumber: "2204673621",
  amount: 450_000,
  reference: "imp-20261119-499ebf43499ebf43",
  narration: null,
  reason: "Post no credit is enabled.",
});

const page = (data: object[], totalRecords = data.length, number = 1) => ({
  body: {
    status: true,
    data,
    metadata: { page: number, perPage: 20, totalRecords, totalPages: Math.ceil(totalRecords / 20) },
  },
});
const one = (data: object) => ({ body: { status: true, data } });

/** What the service holds; a test changes it. */
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

describe("the list of imports", () => {
  it("shows every kind together, newest first, with progress and status", async () => {
    on(/GET .*bulk-create-customers\?/, () => page([anImport()]));
    on(/GET .*credit-customer-records/, () =>
      page([aRecord(aBatch({ status: "partially_completed", processed: 3, accepted: 2, rejected: 1 }))]),
    );
    renderPage(<ImportsList />);
    const links = await screen.findAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      `/imports/create/${id(1)}`,
      `/imports/credit/${id(2)}`,
    ]);
    expect(screen.getByRole("progressbar", { name: "Rows processed" }).getAttribute("aria-valuenow")).toBe("1200");
    expect(screen.getByRole("row", { name: /Credits/ }).textContent).toMatch(/3, 1 rejected.*₦4,500\.00.*Partly done/);
    expect(screen.getByText(/1–2 of 2 batches/)).toBeDefined();
  });

  it("asks only what the filters leave, and a changed one starts at the first page", async () => {
    on(/credit-customer-records/, () => page([aRecord(aBatch())], 60, 2));
    renderPage(<ImportsList />, { search: "kind=credit&page=2" });
    await screen.findByRole("link");
    expect(calls.map(({ path }) => path)).toEqual([
      "/api/service/wallet/bulk-credit-customer-records?page=2&perPage=20&operation=credit",
    ]);
    await user.selectOptions(screen.getByLabelText("Status"), "awaiting_approval");
    await waitFor(() => expect(calls.at(-1)?.path).toContain("page=1&perPage=20&status=awaiting_approval"));
  });

  it("never asks for creations that await approval: there are none", async () => {
    renderPage(<ImportsList />, { search: "status=awaiting_approval" });
    expect(await screen.findByText("No batch matches")).toBeDefined();
    expect(calls.filter(({ path }) => path.includes("bulk-create"))).toEqual([]);
  });

  it("leaves out what the person may not see", async () => {
    renderPage(<ImportsList />, { session: aSession("Support", { permissions: ["BROWSE_TRANSACTIONS"] }) });
    expect(await screen.findByText("No imports yet")).toBeDefined();
    expect(calls.every(({ path }) => path.includes("records"))).toBe(true);
  });
});

describe("the page of a batch", () => {
  const open = (kind: "create" | "credit" | "debit", role: Parameters<typeof aSession>[0] = "Admin", search = "") =>
    renderPage(<BatchPage kind={kind} batchId={id(kind === "create" ? 1 : 2)} />, { session: aSession(role), search });

  it("counts rows exactly, estimates the rest, and lists the skipped ones with their reason", async () => {
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

  it("asks again after about a second, speaks each tenth, and stops when it is over", async () => {
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

  it("asks nothing while hidden, and at once when it is seen again", async () => {
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

  it("says so when nothing has changed for four minutes, or when the registry does not answer", async () => {
    let now = anImport();
    on(/GET .*\/bulk-create-customers\/[^/]+$/, () => one(now));
    open("create");
    await screen.findByRole("progressbar");
    await act(() => vi.advanceTimersByTimeAsync(250_000));
    expect(screen.getByText("No change for 4 min")).toBeDefined();
    now = anImport({ pausedUntil: "2026-11-19T13:20:00.000Z" });
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText("Waiting for the identity registry").parentElement?.textContent).toContain("14:20:00");
  });

  it("cancels what has not begun, once asked", async () => {
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
    expect(await screen.findByText("Cancelled before it began")).toBeDefined();
    expect(calls.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
      `/api/service/wallet/bulk-credit-customer/${id(2)}`,
    ]);
  });

  it("offers no Cancel for customers: there is no such call", async () => {
    on(/GET .*\/bulk-create-customers\/[^/]+$/, () =>
      one(anImport({ status: "pending", processed: 0, created: 0, skipped: 0, startedAt: null })),
    );
    open("create");
    expect(await screen.findByText("Waiting for its turn")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Cancel batch" })).toBeNull();
  });

  it("tells when it began a moment before", async () => {
    on(/credit-customer-status/, () => one(aBatch()));
    on(/^DELETE /, () => refusal(400, "batch_begun", "This batch has already been processed."));
    open("credit");
    await user.click(await screen.findByRole("button", { name: "Cancel batch" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Cancel batch" }));
    expect((await dialog.findByRole("alert")).textContent).toContain("This batch has already been processed.");
  });

  it("shows who only looks everything, and why they cannot cancel", async () => {
    on(/credit-customer-status/, () => one(aBatch()));
    open("credit", "Support");
    const button = await screen.findByRole("button", { name: "Cancel batch" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await user.click(button);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("This needs the permission WALLET_CREDIT_DEBIT.")).toBeDefined();
  });

  it("leads from what awaits approval to the request", async () => {
    on(/credit-customer-status/, () => one(aBatch({ status: "awaiting_approval" })));
    on(/transaction\/pending\?/, () =>
      page([{ id: id(7), batchId: id(2), viewer: { canApprove: true }, declineReason: null }]),
    );
    on(/transaction\/pending\/[^?]/, () => one({ checks: { atSubmission: null, now: null } }));
    open("credit");
    expect((await screen.findByRole("link", { name: "Decide it now" })).getAttribute("href")).toBe(
      `/approvals/${id(7)}`,
    );
  });

  it("saves the rejected rows as a file", async () => {
    const over = { status: "partially_completed", processed: 3, accepted: 2, rejected: 1, finishedAt: NOW } as const;
    on(/credit-customer-status/, () => one(aBatch({ ...over, startedAt: "2026-11-19T13:02:00.000Z" })));
    on(/\/items\?/, () => page([rejectedItem]));
    on(/rows\.csv/, () => ({ body: {} }));
    const createUrl = vi.fn(() => "blob:rows");
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: createUrl, revokeObjectURL: vi.fn() }));
    open("credit");
    expect(await screen.findByText("Post no credit is enabled.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Rejected rows" }));
    await waitFor(() => expect(createUrl).toHaveBeenCalledOnce());
    expect(calls.at(-1)?.path).toBe(`/api/service/wallet/bulk-credit-customer/${id(2)}/rows.csv?status=rejected`);
  });

  it("tells a missing batch and another merchant's not apart", async () => {
    on(/credit-customer-status/, () => refusal(404, "batch_not_found", "Batch not found."));
    open("credit");
    expect(await screen.findByText("There is no such batch here")).toBeDefined();
  });
});
