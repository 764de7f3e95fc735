import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { BatchRecord } from "../../../contract/batch-records.ts";
import { refusal, renderPage } from "../../testing/render-page.tsx";
import {
  ACCOUNT,
  button,
  chooseFile,
  EARLIER,
  isBlocked,
  openWith,
  openWizardHarness,
  payments,
  press,
  sendButton,
  settings,
  twoPayments,
  typeTotal,
  user,
} from "../../testing/wizard-harness.tsx";
import { NewImport } from "./new-import.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: vi.fn() }), usePathname: () => "/imports/new" }));
const harness = openWizardHarness();

describe("File", () => {
  it("keeps pasted rows that cannot be read", async () => {
    renderPage(<NewImport />, { search: "kind=credit" });
    await press("Paste rows");
    const broken = payments(`${ACCOUNT},1500,"rent`);
    await user.click(screen.getByLabelText("Rows"));
    await user.paste(broken);
    await press("Check pasted rows");
    expect((await screen.findByRole("alert")).textContent).toContain("A quote that opens at line 2 does not close.");
    expect(screen.getByLabelText("Rows")).toHaveProperty("value", broken);
  });

  it("asks for the unit if the header does not name it, and leads back to it", async () => {
    await openWith("credit", `accountNumber,amount\n${ACCOUNT},1500`);
    await press("Check the rows");
    expect(screen.getByText("Choose what the amounts of this file are in.")).toBeDefined();
    await user.click(screen.getByLabelText("Kobo (150050)"));
    await press("Check the rows");
    expect(await screen.findByText("Total, read as kobo")).toBeDefined();
    await press("Back");
    await user.click(await screen.findByLabelText("Naira (1,500.50)"));
    await press("Check the rows");
    expect(await screen.findByText("₦1,500.00")).toBeDefined();
  });

  it("asks which of two columns is the amount", async () => {
    await openWith("credit", `Account Number,Amount (Naira),Amount Naira\n${ACCOUNT},15,2500`);
    await user.selectOptions(await screen.findByLabelText("amount"), "2");
    await press("Check the rows");
    expect(await screen.findByText("₦2,500.00")).toBeDefined();
  });

  it("reports that debits cannot be sent before a file is chosen", async () => {
    harness.settings = { body: { status: true, data: { ...settings, requirePinForDebit: true } } };
    renderPage(<NewImport />, { search: "kind=debit" });
    expect((await screen.findByText("Debits cannot be sent")).parentElement?.textContent).toContain("PIN for debits");
  });
});

describe("Rejected rows", () => {
  it("can be fetched again after a failure", async () => {
    let isThere = false;
    const asUsual = globalThis.fetch;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      if (path.includes("/rows.csv") && isThere) return new Response(`accountNumber,amount\n${ACCOUNT},150000`);
      const busy = { status: false, code: "unavailable", message: "The service is busy." };
      if (path.includes("/rows.csv")) return Response.json(busy, { status: 503 });
      return asUsual(path, init);
    });
    renderPage(<NewImport />, { search: `kind=credit&from=${EARLIER}` });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The rejected rows could not be fetched");
    expect(alert.textContent).toContain("The service is busy.");
    isThere = true;
    await press("Try again");
    expect(await screen.findByText("Total, read as kobo")).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("Check", () => {
  it("shows rows with errors, accepts a fix of a cell, and asks before discarding it", async () => {
    await openWith("credit", payments(`${ACCOUNT},1500,rent`, `${ACCOUNT},2.505,books`));
    expect(await button("Review 1 row")).toBeDefined();
    expect(screen.getByText("Two decimals at most: the smallest amount is one kobo.")).toBeDefined();
    await user.keyboard("n");
    await user.keyboard("{Enter}");
    const cell = await screen.findByLabelText("amount, row 2");
    await user.clear(cell);
    await user.type(cell, "2.50{Enter}");
    expect(await button("Review 2 rows")).toBeDefined();

    await press("Back");
    const dialog = within(await screen.findByRole("dialog", { name: "Give up your changes?" }));
    await user.click(dialog.getByRole("button", { name: "Keep them" }));
    expect(await button("Review 2 rows")).toBeDefined();
    await press("Back");
    await press("Give them up");
    expect(await button("Choose file")).toBeDefined();
  });

  it("starts editing with a second click on the same cell, and cancels with Escape", async () => {
    await openWith("credit", payments(`${ACCOUNT},2.505,books`));
    const cell = await screen.findByRole("cell", { name: "2.505" });
    await user.click(cell);
    expect(screen.queryByLabelText("amount, row 1")).toBeNull();
    await user.click(cell);
    await user.type(await screen.findByLabelText("amount, row 1"), "9{Escape}");
    expect(await screen.findByRole("cell", { name: "2.505" })).toBeDefined();
  });

  it("keeps the selected filter while the rows are checked again", async () => {
    await openWith(
      "create",
      "first_name,last_name,phone_number,date_of_birth,bvn\nAda,Obi,8012345678,1990-05-16,22212345678",
    );
    await press(/^All rows/);
    await press("Put the zero back");
    expect(await button("Review 1 row")).toBeDefined();
    expect((await button(/^All rows/)).getAttribute("aria-pressed")).toBe("true");
  });

  it("moves to the end of the list when the rows at the active place were fixed", async () => {
    const damaged = Array.from({ length: 5 }, (_, row) => `Ada,Obi,801234567${row},1990-05-16,2221234567${row}`);
    const head = "first_name,last_name,phone_number,date_of_birth,bvn";
    await openWith("create", [head, "Ada,Obi,08099999999,1990-02-31,22299999999", ...damaged].join("\n"));
    await press(/^Errors/);
    const grid = await screen.findByRole("grid");
    await waitFor(() => expect(within(grid).getAllByRole("row")).toHaveLength(7));
    grid.focus();
    await user.keyboard("{Control>}{End}{/Control}");
    await press("Put the zero back");
    await waitFor(() => expect(within(grid).getAllByRole("row")).toHaveLength(2));
    const places = within(grid)
      .getAllByRole("row")
      .map((row) => Number(row.getAttribute("aria-rowindex")));
    expect(Math.max(...places)).toBe(Number(grid.getAttribute("aria-rowcount")));
    expect(document.getElementById(grid.getAttribute("aria-activedescendant") ?? "")).not.toBeNull();
  });

  it("shows four digits of a BVN, however it is damaged", async () => {
    const rows = ["2.2212345678E+10", '"=""22212345678"""', "222 1234 5678"].map(
      (bvn) => `Ada,Obi,08012345678,1990-05-16,${bvn}`,
    );
    await openWith("create", `first_name,last_name,phone_number,date_of_birth,bvn\n${rows.join("\n")}`);
    const grid = await screen.findByRole("grid");
    await waitFor(() => expect(within(grid).getAllByRole("row")).toHaveLength(4));
    await waitFor(() => expect(grid.textContent).toContain("5678"));
    expect(grid.textContent?.replace(/[^0-9]/g, "")).not.toMatch(/2221234/);
  });
});

describe("Review", () => {
  it("sends payments only after their total was typed", async () => {
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    expect(await screen.findByText("₦2,500.50")).toBeDefined();
    expect(isBlocked(await sendButton())).toBe(true);
    await typeTotal("2,500");
    expect(screen.getByText("The total is ₦2,500.50.")).toBeDefined();
    await typeTotal(".50");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
  });

  it("blocks debits with the reason while each requires a PIN", async () => {
    harness.settings = { body: { status: true, data: { ...settings, requirePinForDebit: true } } };
    await openWith("debit", twoPayments);
    await press("Review 2 rows");
    await typeTotal("2500.50");
    expect((await screen.findByText("This cannot be sent")).parentElement?.textContent).toContain("PIN for debits");
    expect(isBlocked(await sendButton())).toBe(true);
  });

  it("blocks a total that exceeds the merchant wallet", async () => {
    await openWith("credit", payments(`${ACCOUNT},48216931,rent`));
    await press("Review 1 row");
    expect(
      await screen.findByText(/It needs ₦48,216,931\.00 with fees; your merchant wallet has ₦48,216,930\.75/),
    ).toBeDefined();
  });

  it("explains why nothing can be sent while the fees could not be read, and reads them again", async () => {
    harness.settings = refusal(400, "bad", "No.");
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    await screen.findByText("Fees and settings could not be read.");
    await typeTotal("2500.50");
    harness.settings = { body: { status: true, data: settings } };
    await press("Try again");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
  });

  const record = (status: string, batchReference: string) =>
    BatchRecord.parse({
      ...{
        duplicates: 0,
        paidBy: [],
        batchId: EARLIER,
        batchReference,
        operation: "credit",
        status,
        total: 2,
        processed: 0,
        totalAmount: 250_050,
      },
      ...{ acceptedCount: 0, rejectedCount: 0, accepted: [], rejected: [], hasAllItems: false },
      ...{ createdAt: "2026-11-20T12:00:00.000Z", startedAt: null, finishedAt: null },
    });

  /** The reference that the wizard generates for these two payments. */
  async function referenceOfTwo(): Promise<string> {
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    await typeTotal("2500.50");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
    await user.click(await sendButton());
    await waitFor(() => expect(harness.uploads).toHaveLength(1));
    cleanup();
    return harness.uploads[0]?.fields.batchReference ?? "";
  }

  it("opens the earlier batch of the same payments, sends them if marked as new, and resets this for the next file", async () => {
    harness.records = [record("processing", await referenceOfTwo())];
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    const link = await screen.findByRole("link", { name: "Open the earlier batch" });
    expect(link.getAttribute("href")).toBe(`/imports/credit/${EARLIER}`);
    await typeTotal("2500.50");
    expect(isBlocked(await sendButton())).toBe(true);
    await user.click(screen.getByLabelText(/These are new payments/));
    await typeTotal("2500.50");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));

    await press("Back");
    await press("Back");
    await chooseFile(twoPayments, "again.csv");
    await press("Review 2 rows");
    expect(screen.getByLabelText(/These are new payments/)).toHaveProperty("checked", false);
    expect(await screen.findByRole("link", { name: "Open the earlier batch" })).toBeDefined();
  });

  it("sends a cancelled batch after all, each payment under its own reference", async () => {
    const reference = await referenceOfTwo();
    harness.records = [record("cancelled", reference)];
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    await typeTotal("2500.50");
    await press("Send them after all");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
    await user.click(await sendButton());
    await waitFor(() => expect(harness.uploads).toHaveLength(2));
    const [first, second] = harness.uploads;
    expect(second?.fields.batchReference).not.toBe(reference);
    expect(await second?.text).toBe(await first?.text);
  });
});
