import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PayoutBatch } from "../../../contract/payout-batches.ts";
import { aBatch, anImport, aRecord, id, NOW, page } from "../../testing/batches.ts";
import { type Answer, type Call, renderPage, serve } from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { ImportsList } from "./imports-list.tsx";

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

describe("the list of imports", () => {
  it("shows every kind together, newest first, with progress and status", async () => {
    on(/GET .*bulk-create-customers\?/, () => page([anImport({ fileName: "customers june.csv" })]));
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
    expect(screen.getByRole("row", { name: /Credits/ }).textContent).toMatch(
      /3, 1 rejected.*₦4,500\.00.*Partially completed/,
    );
    expect(links[0]?.textContent).toBe("Customers customers june.csv");
    expect(screen.getByText(/1–2 of 2 batches/)).toBeDefined();
  });

  it("shows files of bank transfers with their name, progress and page", async () => {
    const batch: PayoutBatch = {
      id: id(3),
      reference: "SUPPLIERS-001",
      fileName: "suppliers.csv",
      status: "accepted",
      progress: "partially_completed",
      withdrawn: false,
      total: 5,
      accepted: 4,
      rejected: 1,
      open: 0,
      failed: 1,
      amount: 3_000_000,
      charges: 5_000,
      approvalId: null,
      actorName: "Ada Obi",
      createdAt: NOW,
    };
    const withdrawn = { ...batch, id: id(4), fileName: "twice.csv", status: "declined", progress: "declined" } as const;
    on(/GET .*bank\/batch/, () => page([batch, { ...withdrawn, withdrawn: true }]));
    renderPage(<ImportsList />, { search: "kind=payout" });
    const link = await screen.findByRole("link", { name: /suppliers/ });
    expect(screen.getByRole("row", { name: /twice/ }).textContent).toContain("Withdrawn");
    expect(link.textContent).toBe("Bank transfers suppliers.csv");
    expect(link.getAttribute("href")).toBe(`/payouts/batches/${id(3)}`);
    expect(screen.getByRole("row", { name: /suppliers/ }).textContent).toMatch(
      /5, 2 rejected.*₦30,000\.00.*Partially completed/,
    );
    await user.selectOptions(screen.getByLabelText("Status"), "processing");
    await waitFor(() => expect(calls.at(-1)?.path).toContain("progress=processing"));
    // Bank transfers are not cancelled as a whole.
    await user.selectOptions(screen.getByLabelText("Status"), "cancelled");
    expect(await screen.findByText("No batch matches")).toBeDefined();
  });

  it("moves between rows with J and K", async () => {
    on(/GET .*bulk-create-customers\?/, () => page([anImport()]));
    on(/GET .*credit-customer-records/, () => page([aRecord(aBatch())]));
    renderPage(<ImportsList />);
    const [first, second] = await screen.findAllByRole("link");
    await user.keyboard("jj");
    expect(document.activeElement).toBe(second);
    await user.keyboard("k");
    expect(document.activeElement).toBe(first);
  });

  it("requests only the filtered rows, and a changed filter starts at page 1", async () => {
    on(/credit-customer-records/, () => page([aRecord(aBatch())], 60, 2));
    renderPage(<ImportsList />, { search: "kind=credit&page=2" });
    await screen.findByRole("link");
    expect(calls.map(({ path }) => path)).toEqual([
      "/api/service/wallet/bulk-credit-customer-records?page=2&perPage=20&operation=credit",
    ]);
    await user.selectOptions(screen.getByLabelText("Status"), "awaiting_approval");
    await waitFor(() => expect(calls.at(-1)?.path).toContain("page=1&perPage=20&status=awaiting_approval"));
  });

  it("never requests creations that await approval: there are none", async () => {
    renderPage(<ImportsList />, { search: "status=awaiting_approval" });
    expect(await screen.findByText("No batch matches")).toBeDefined();
    expect(calls.filter(({ path }) => path.includes("bulk-create"))).toEqual([]);
  });

  it("leaves out kinds that the user may not see", async () => {
    renderPage(<ImportsList />, { session: aSession("Support", { permissions: ["BROWSE_TRANSACTIONS"] }) });
    expect(await screen.findByText("No imports yet")).toBeDefined();
    expect(calls.filter(({ path }) => path.includes("bulk-create"))).toEqual([]);
  });
});
