import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { BatchRecord } from "../../../contract/batch-records.ts";
import { drawPage, refusal, renderPage } from "../../testing/render-page.tsx";
import {
  ACCOUNT,
  BATCH,
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
  it("is drawn by the server with the kind in the address, and takes no file before hydration", () => {
    drawPage(<NewImport />, { search: "kind=credit" });
    expect(screen.getByLabelText("Credits")).toHaveProperty("checked", true);
    expect(screen.getByLabelText("CSV file").closest("[inert]")).not.toBeNull();
    expect(screen.getByText("Imports").closest("[inert]")).toBeNull();
  });

  it("keeps pasted rows that cannot be read", async () => {
    renderPage(<NewImport />, { search: "kind=credit" });
    await press("Paste rows");
    const broken = payments(`${ACCOUNT},1500,"rent`);
    await user.click(screen.getByLabelText("Rows"));
    await user.paste(broken);
    await press("Check pasted rows");
    expect((await screen.findByRole("alert")).textContent).toContain("A quote that opens at line 2 doesn’t close.");
    expect(screen.getByLabelText("Rows")).toHaveProperty("value", broken);
  });

  it("asks for the unit if the header does not name it, and leads back to it", async () => {
    await openWith("credit", `accountNumber,amount\n${ACCOUNT},1500`);
    await press("Check the rows");
    expect(screen.getByText("Choose the unit of the amounts.")).toBeDefined();
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
    expect((await screen.findByText("Debits can’t be sent")).parentElement?.textContent).toContain("PIN for debits");
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
    expect(alert.textContent).toContain("The rejected rows couldn’t be fetched");
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
    expect(screen.getByText("Use at most two decimals: the smallest amount is one kobo.")).toBeDefined();
    await user.keyboard("n");
    await user.keyboard("{Enter}");
    const cell = await screen.findByLabelText("amount, row 2");
    await user.clear(cell);
    await user.type(cell, "2.50{Enter}");
    expect(await button("Review 2 rows")).toBeDefined();

    await press("Back");
    const dialog = within(await screen.findByRole("dialog", { name: "Discard your changes?" }));
    await user.click(dialog.getByRole("button", { name: "Keep changes" }));
    expect(await button("Review 2 rows")).toBeDefined();
    await press("Back");
    await press("Discard changes");
    expect(await button("Choose file")).toBeDefined();
  });

  it("offers the decimal comma for a file that needs it, with an example, and applies it to amounts only", async () => {
    const rows = [`${ACCOUNT};1.250,50;rent, March`, `${ACCOUNT};1 000,5;books`, `${ACCOUNT};2,00;"1,5"`];
    await openWith("credit", ["accountNumber;amount_naira;narration", ...rows].join("\r\n"));
    const comma = await screen.findByRole("switch", { name: "Comma is the decimal separator" });
    expect(comma.getAttribute("aria-checked")).toBe("false");
    expect(screen.getByText(/“1\.250,50” is read as ₦1,250\.50/)).toBeDefined();
    await user.click(comma);
    await press("Review 3 rows");
    await typeTotal("2253");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
    await user.click(await sendButton());
    await waitFor(() => expect(harness.uploads).toHaveLength(1));
    const lines = (await harness.uploads[0]?.text)?.split("\r\n").slice(1, 4) ?? [];
    expect(lines.map((line) => line.replace(/imp-[^,]*/, ""))).toEqual([
      `,,${ACCOUNT},125050,,"rent, March",`,
      `,,${ACCOUNT},100050,,books,`,
      `,,${ACCOUNT},200,,"1,5",`,
    ]);
  });

  it("names a file that is no text", async () => {
    await openWith("credit", "%PDF-1.4\n1 0 obj");
    expect((await screen.findByRole("alert")).textContent).toContain("This is a PDF, not a CSV file.");
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
    await press("Restore the zero");
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
    await press("Restore the zero");
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

  it.each([
    [50_000_000, /^No approval below ₦500,000\.00: money moves immediately/],
    [250_050, /^Another approver/],
  ])("says who approves ₦2,500.50 if nobody has to below %s kobo", async (noApprovalBelow, text) => {
    harness.settings = { body: { status: true, data: { ...settings, noApprovalBelow } } };
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    const facts = (await screen.findByText("Who approves")).parentElement ?? document.body;
    expect(await within(facts).findByText(text)).toBeDefined();
  });

  it("warns of webhook subscriptions that the file would exceed, with a link to change them", async () => {
    harness.forecast = [
      {
        subscriptionId: EARLIER,
        url: "https://a.example/hook",
        description: null,
        deliveries: 5_000,
        beyondLimit: 4_900,
      },
    ];
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    expect(await screen.findByText("Up to 5,000 events, of which 4,900 fail.")).toBeDefined();
    const link = screen.getByRole("link", { name: /for the subscription https:\/\/a\.example\/hook$/ });
    expect(link.getAttribute("href")).toBe(`/webhooks/${EARLIER}`);
    expect(link.textContent).toContain("Queue them, or subscribe to batch.completed only");
    expect(harness.calls.find(({ path }) => path.includes("forecast"))?.path).toContain("kind=credit&rows=2");
    await typeTotal("2500.50");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
  });

  it("blocks debits with the reason while each requires a PIN", async () => {
    harness.settings = { body: { status: true, data: { ...settings, requirePinForDebit: true } } };
    await openWith("debit", twoPayments);
    await press("Review 2 rows");
    await typeTotal("2500.50");
    expect((await screen.findByText("This can’t be sent")).parentElement?.textContent).toContain("PIN for debits");
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
    await screen.findByText("Fees and settings couldn’t be read.");
    await typeTotal("2500.50");
    harness.settings = { body: { status: true, data: settings } };
    await press("Try again");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
  });

  const record = (status: string, batchReference: string) =>
    BatchRecord.parse({
      ...{
        payer: null,
        withdrawn: false,
        fileName: null,
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

  const earlier = {
    transactionId: BATCH,
    batchId: EARLIER,
    batchReference: "imp-a",
    paidAt: "2026-11-21T09:00:00.000Z",
  };

  it("shows before the total which rows were paid, repeat a payment or would fail, and leaves them out", async () => {
    const reason = { code: "max_balance_exceeded", message: "Maximum balance would be exceeded." };
    harness.verdicts = {
      100: { duplicateOf: earlier, reason: { code: "reference_exists", message: "Reference already exist." } },
      200: { recent: { ...earlier, paidAt: "2026-11-20T09:00:00.000Z" } },
      300: { reason, name: "Bola Ade" },
    };
    await openWith("credit", payments(`${ACCOUNT},1,a`, `${ACCOUNT},2,b`, `${ACCOUNT},3,c`, `${ACCOUNT},4,d`));
    await press("Review 4 rows");
    expect(await screen.findByText("1 row was already paid")).toBeDefined();
    expect((await screen.findByRole("link", { name: "Already paid today" })).getAttribute("href")).toBe(
      `/imports/credit/${EARLIER}`,
    );
    expect(screen.getByText("1 row would fail")).toBeDefined();
    expect(within(screen.getByRole("list", { name: "Rows that would fail" })).getByText(/Bola Ade/)).toBeDefined();
    await typeTotal("4");
    await waitFor(async () => expect(isBlocked(await button("Send 1 row"))).toBe(false));
    await user.click(screen.getByLabelText(/Leave out 1 row that would fail/));
    expect(await button("Send 2 rows")).toBeDefined();
    await user.click(screen.getByLabelText(/Pay again even if already sent/));
    await user.clear(screen.getByLabelText("Type the total in naira"));
    await typeTotal("10");
    await waitFor(async () => expect(isBlocked(await button("Send 4 rows"))).toBe(false));
    await user.click(await button("Send 4 rows"));
    await waitFor(() => expect(harness.uploads).toHaveLength(1));
    expect((await harness.uploads[0]?.text)?.trim().split("\r\n")).toHaveLength(5);
  });

  it("leaves out people who are customers already, asks about a shared e-mail, and shows the tiers", async () => {
    const existing = { customerId: EARLIER, name: "Hadiza Bello", accountNumber: "2204510009" };
    harness.people = {
      "08010000002": { reason: "Customer already exist.", existing: { ...existing, by: "phone_number" } },
      "08010000003": { existing: { ...existing, by: "email" } },
      "08010000004": { reason: "bvn cannot be read again; write the 11 digits", tier: null },
    };
    const rows = [1, 2, 3, 4].map((n) => `Ada,Obi,0801000000${n},1990-05-16,2221234567${n}`);
    await openWith("create", ["first_name,last_name,phone_number,date_of_birth,bvn", ...rows].join("\n"));
    await press("Review 4 rows");
    expect(await screen.findByText("1 row of people who are customers already")).toBeDefined();
    const link = screen.getByRole("link", { name: "Same phone number as Hadiza Bello, 2204510009" });
    expect(link.getAttribute("href")).toBe(`/wallets/${EARLIER}`);
    expect(screen.getByText("1 row with the e-mail of another customer")).toBeDefined();
    expect(screen.getByText("1 row would fail")).toBeDefined();
    expect(await button("Send 1 row")).toBeDefined();
    await user.click(screen.getByLabelText(/^Create wallets for rows with a shared e-mail/));
    expect(await button("Send 2 rows")).toBeDefined();
    expect(screen.getByText(/^2 wallets at TIER_1/)).toBeDefined();
    await user.click(await sendButton());
    await waitFor(() => expect(harness.uploads).toHaveLength(1));
    const lines = (await harness.uploads[0]?.text)?.trim().split("\r\n").slice(1) ?? [];
    expect(lines.map((line) => line.split(",")[2])).toEqual(["08010000001", "08010000003"]);
  });

  it("cannot send a file whose rows were all paid, and names a file of an earlier day without blocking it", async () => {
    harness.verdicts = { 150000: { duplicateOf: earlier }, 100050: { duplicateOf: earlier } };
    harness.records = [record("completed", "imp-0000000000000000-20261021")];
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    expect(await screen.findByText("2 rows were already paid")).toBeDefined();
    expect(screen.getByText("This file was sent on an earlier day")).toBeDefined();
    expect(screen.getByText("No row is left to send.")).toBeDefined();
    expect(isBlocked(await button("Send 0 rows"))).toBe(true);
    cleanup();
    harness.verdicts = {};
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    await typeTotal("2500.50");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
  });

  it("opens the earlier batch of the same payments, sends them if marked as new, and resets this for the next file", async () => {
    harness.records = [record("processing", await referenceOfTwo())];
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    const link = await screen.findByRole("link", { name: "Open the earlier batch" });
    expect(link.getAttribute("href")).toBe(`/imports/credit/${EARLIER}`);
    await typeTotal("2500.50");
    expect(isBlocked(await sendButton())).toBe(true);
    await user.click(screen.getByLabelText(/Pay again even if already sent/));
    await typeTotal("2500.50");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));

    await press("Back");
    await press("Back");
    await chooseFile(twoPayments, "again.csv");
    await press("Review 2 rows");
    expect(screen.getByLabelText(/Pay again even if already sent/)).toHaveProperty("checked", false);
    expect(await screen.findByRole("link", { name: "Open the earlier batch" })).toBeDefined();
  });

  it("sends a cancelled batch after all, each payment under its own reference", async () => {
    const reference = await referenceOfTwo();
    harness.records = [record("cancelled", reference)];
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    await typeTotal("2500.50");
    await press("Send anyway");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
    await user.click(await sendButton());
    await waitFor(() => expect(harness.uploads).toHaveLength(2));
    const [first, second] = harness.uploads;
    expect(second?.fields.batchReference).not.toBe(reference);
    expect(await second?.text).toBe(await first?.text);
  });
});
