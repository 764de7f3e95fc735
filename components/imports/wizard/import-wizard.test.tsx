import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BatchRecord } from "../../../contract/batch-records.ts";
import {
  serveUploads,
  stubGridRoom,
  stubImportWorker,
  type Upload,
  type UploadAnswer,
} from "../../testing/import-desk.ts";
import { type Answer, type Call, refusal, renderPage, serve, stubLayout } from "../../testing/render-page.tsx";
import { aMerchantWallet } from "../../testing/replies.ts";
import { NewImport } from "./new-import.tsx";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), usePathname: () => "/imports/new" }));

const BATCH = "0190a000-0000-7000-8000-0000000000b1";
const EARLIER = "0190a000-0000-7000-8000-0000000000b2";
const settings = {
  fees: { baseFee: 1_000, merchantFee: 0, batchItemFee: 0, walletCreationFee: 0 },
  canDebitCustomer: true,
  requirePinForDebit: false,
};
const accepted = { body: { status: true, data: { batchId: BATCH } } };

type Desk = { settings: Answer; records: object[]; upload: (upload: Upload) => UploadAnswer | Promise<UploadAnswer> };
let desk: Desk;
let calls: Call[];
let uploads: Upload[];

function answerTo({ path }: Call): Answer {
  if (path.includes("/merchant/settings")) return desk.settings;
  if (path.includes("/merchant/wallet")) return { body: { status: true, data: aMerchantWallet() } };
  if (path.includes("credit-customer-status")) return { body: { status: true, data: { batchId: EARLIER } } };
  const metadata = { page: 1, perPage: 20, totalRecords: 0, totalPages: 0 };
  return { body: { status: true, data: desk.records, metadata } };
}

beforeEach(() => {
  desk = { settings: { body: { status: true, data: settings } }, records: [], upload: () => accepted };
  push.mockReset();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-21T12:00:00Z") });
  stubLayout();
  stubGridRoom();
  stubImportWorker();
  calls = serve(answerTo);
  uploads = serveUploads((upload) => desk.upload(upload));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => user.click(await button(name));
const isBlocked = (element: HTMLElement) => element.getAttribute("aria-disabled") === "true";

const ACCOUNT = "2204510003";
const payments = (...rows: string[]) => ["accountNumber,amount_naira,narration", ...rows].join("\n");
const twoPayments = payments(`${ACCOUNT},1500,rent`, `${ACCOUNT},"1,000.50",books`);

async function openWith(kind: "create" | "credit" | "debit", text: string, name = "rows.csv") {
  renderPage(<NewImport />, { search: `kind=${kind}` });
  await chooseFile(text, name);
}
async function chooseFile(text: string, name = "rows.csv") {
  await user.upload(await screen.findByLabelText("CSV file"), new File([text], name, { type: "text/csv" }));
}
async function typeTotal(text: string) {
  await user.type(screen.getByLabelText("Type the total in naira"), text);
}
const sendButton = () => button(/^Send \d+ rows?$/);

describe("File", () => {
  it("keeps pasted rows when they cannot be read", async () => {
    renderPage(<NewImport />, { search: "kind=credit" });
    await press("Paste rows");
    const broken = payments(`${ACCOUNT},1500,"rent`);
    await user.click(screen.getByLabelText("Rows"));
    await user.paste(broken);
    await press("Check pasted rows");
    expect((await screen.findByRole("alert")).textContent).toContain("A quote that opens at line 2 does not close.");
    expect(screen.getByLabelText("Rows")).toHaveProperty("value", broken);
  });

  it("asks for the unit where the header does not say it, and leads back to it", async () => {
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

  it("asks which of two columns is what is paid", async () => {
    await openWith("credit", `Account Number,Amount (Naira),Amount Naira\n${ACCOUNT},15,2500`);
    await user.selectOptions(await screen.findByLabelText("amount"), "2");
    await press("Check the rows");
    expect(await screen.findByText("₦2,500.00")).toBeDefined();
  });

  it("says before a file is chosen that debits cannot be sent", async () => {
    desk.settings = { body: { status: true, data: { ...settings, requirePinForDebit: true } } };
    renderPage(<NewImport />, { search: "kind=debit" });
    expect((await screen.findByText("Debits cannot be sent")).parentElement?.textContent).toContain("PIN for debits");
  });
});

describe("Rejected rows", () => {
  it("are fetched again when they could not be", async () => {
    let isThere = false;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      if (path.includes("/rows.csv") && isThere) return new Response(`accountNumber,amount\n${ACCOUNT},150000`);
      const busy = { status: false, code: "unavailable", message: "The service is busy." };
      if (path.includes("/rows.csv")) return Response.json(busy, { status: 503 });
      const { body } = answerTo({ method: init.method ?? "GET", path, body: undefined, headers: new Headers() }) as {
        body: object;
      };
      return Response.json(body);
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
  it("shows what stays behind, takes a repair of the cell, and asks before it is given up", async () => {
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

  it("writes with a second click where a first one went, and leaves with Escape", async () => {
    await openWith("credit", payments(`${ACCOUNT},2.505,books`));
    const cell = await screen.findByRole("cell", { name: "2.505" });
    await user.click(cell);
    expect(screen.queryByLabelText("amount, row 1")).toBeNull();
    await user.click(cell);
    await user.type(await screen.findByLabelText("amount, row 1"), "9{Escape}");
    expect(await screen.findByRole("cell", { name: "2.505" })).toBeDefined();
  });

  it("keeps the rows that were asked for while the rest is still judged again", async () => {
    await openWith(
      "create",
      "first_name,last_name,phone_number,date_of_birth,bvn\nAda,Obi,8012345678,1990-05-16,22212345678",
    );
    await press(/^All rows/);
    await press("Put the zero back");
    expect(await button("Review 1 row")).toBeDefined();
    expect((await button(/^All rows/)).getAttribute("aria-pressed")).toBe("true");
  });

  it("stands at the end of what is left when the rows where one stood were put right", async () => {
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

  it("shows of a BVN four digits, however it is damaged", async () => {
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
  it("sends money only once its total was typed", async () => {
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    expect(await screen.findByText("₦2,500.50")).toBeDefined();
    expect(isBlocked(await sendButton())).toBe(true);
    await typeTotal("2,500");
    expect(screen.getByText("The total is ₦2,500.50.")).toBeDefined();
    await typeTotal(".50");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
  });

  it("blocks debits while the PIN is asked for each of them, and says so", async () => {
    desk.settings = { body: { status: true, data: { ...settings, requirePinForDebit: true } } };
    await openWith("debit", twoPayments);
    await press("Review 2 rows");
    await typeTotal("2500.50");
    expect((await screen.findByText("This cannot be sent")).parentElement?.textContent).toContain("PIN for debits");
    expect(isBlocked(await sendButton())).toBe(true);
  });

  it("blocks what the merchant wallet does not cover", async () => {
    await openWith("credit", payments(`${ACCOUNT},48216931,rent`));
    await press("Review 1 row");
    expect(
      await screen.findByText(/It needs ₦48,216,931\.00 with fees; your merchant wallet has ₦48,216,930\.75/),
    ).toBeDefined();
  });

  it("says why nothing can be sent while the fees could not be read, and reads them again", async () => {
    desk.settings = refusal(400, "bad", "No.");
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    await screen.findByText("Fees and settings could not be read.");
    await typeTotal("2500.50");
    desk.settings = { body: { status: true, data: settings } };
    await press("Try again");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
  });

  const record = (status: string, batchReference: string) =>
    BatchRecord.parse({
      ...{
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

  /** The reference that the wizard gives these two payments. */
  async function referenceOfTwo(): Promise<string> {
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    await typeTotal("2500.50");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
    await user.click(await sendButton());
    await waitFor(() => expect(uploads).toHaveLength(1));
    cleanup();
    return uploads[0]?.fields.batchReference ?? "";
  }

  it("opens the earlier batch of the same payments; as new ones they may go, and the next file asks anew", async () => {
    desk.records = [record("processing", await referenceOfTwo())];
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

  it("sends after all what was cancelled before, each payment still under its own reference", async () => {
    const reference = await referenceOfTwo();
    desk.records = [record("cancelled", reference)];
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    await typeTotal("2500.50");
    await press("Send them after all");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
    await user.click(await sendButton());
    await waitFor(() => expect(uploads).toHaveLength(2));
    const [first, second] = uploads;
    expect(second?.fields.batchReference).not.toBe(reference);
    expect(await second?.text).toBe(await first?.text);
  });
});

describe("Send", () => {
  const cut = { status: 504, body: { status: false, code: "outcome_unknown", message: "No answer." } };

  async function send() {
    await openWith("credit", twoPayments);
    await press("Review 2 rows");
    await typeTotal("2500.50");
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
    await user.click(await sendButton());
  }
  const keys = () => new Set(uploads.map(({ headers }) => headers.get("idempotency-key")));

  it("sends the ready rows in kobo, each with a reference, and opens their batch", async () => {
    await send();
    await waitFor(() => expect(push).toHaveBeenCalledWith(`/imports/credit/${BATCH}`));
    const [upload] = uploads;
    expect(upload?.path).toBe("/api/service/wallet/bulk-credit-customer");
    expect(upload?.fields).toMatchObject({
      operation: "credit",
      batchReference: expect.stringMatching(/^imp-[0-9a-f]{16}$/),
    });
    const lines = (await upload?.text)?.split("\r\n") ?? [];
    expect(lines[1]).toMatch(new RegExp(`^,,${ACCOUNT},150000,imp-20261121-[0-9a-f]{16},rent$`));
    expect(lines[2]).toMatch(new RegExp(`^,,${ACCOUNT},100050,imp-20261121-[0-9a-f]{16},books$`));
  });

  it("goes again by itself under the same key when the line is cut, and the first that arrives counts", async () => {
    desk.upload = () => (uploads.length === 1 ? "cut" : accepted);
    await send();
    expect(await screen.findByText("The line was cut. Sending again.")).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    await waitFor(() => expect(push).toHaveBeenCalledOnce());
    expect([uploads.length, keys().size]).toEqual([2, 1]);
    expect(await uploads[1]?.text).toBe(await uploads[0]?.text);
  });

  it("leaves it to a person after the fourth, and does not know whether it arrived", async () => {
    desk.upload = () => cut;
    await send();
    await screen.findByText("The line was cut. Sending again.");
    for (const ms of [2_100, 5_100, 15_100]) await act(() => vi.advanceTimersByTimeAsync(ms));
    expect(await screen.findByText("We do not know yet. It cannot happen twice.")).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(uploads).toHaveLength(4);
    desk.upload = () => accepted;
    await press("Send again, same file");
    await waitFor(() => expect(push).toHaveBeenCalledOnce());
    expect(keys().size).toBe(1);
  });

  it("tells not sent from not known, and forgets no doubt", async () => {
    const unreachable = { status: 503, body: { status: false, code: "service_unreachable", message: "Not there." } };
    desk.upload = () => unreachable;
    await send();
    expect(await screen.findByText("Not sent")).toBeDefined();
    desk.upload = () => cut;
    await press("Send again, same file");
    expect(await screen.findByText("We do not know yet. It cannot happen twice.")).toBeDefined();
    desk.upload = () => unreachable;
    await press("Send again, same file");
    await waitFor(() => expect(uploads).toHaveLength(3));
    expect(await screen.findByText("We do not know yet. It cannot happen twice.")).toBeDefined();
  });

  it("keeps what was typed when it is refused, and sends anew under another key", async () => {
    desk.upload = () => ({
      status: 400,
      body: { status: false, code: "validation_failed", message: "No such column." },
    });
    await send();
    expect((await screen.findByRole("alert")).textContent).toContain("No such column.");
    await press("Back to review");
    expect(screen.getByLabelText("Type the total in naira")).toHaveProperty("value", "2500.50");
    desk.upload = () => accepted;
    await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
    await user.click(await sendButton());
    await waitFor(() => expect(push).toHaveBeenCalledOnce());
    expect(keys().size).toBe(2);
  });

  it("opens the batch of who was quicker", async () => {
    desk.upload = () => ({
      status: 400,
      body: { status: false, code: "reference_exists", message: "Reference already exist." },
    });
    await send();
    const link = await screen.findByRole("link", { name: "Open the earlier batch" });
    expect(link.getAttribute("href")).toBe(`/imports/credit/${EARLIER}`);
    expect(calls.some(({ path }) => /credit-customer-status\?batchReference=imp-/.test(path))).toBe(true);
  });
});
