import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NuqsTestingAdapter, type UrlUpdateEvent } from "nuqs/adapters/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { QueryProvider } from "../../../lib/api/query-provider.tsx";
import { SessionProvider } from "../../../lib/api/session-provider.tsx";
import { renderPage } from "../../testing/render-page.tsx";
import { aSession, aWallet } from "../../testing/replies.ts";
import { StatementForm } from "./statement-form.tsx";

const saved: { name: string; size: number }[] = [];
/** What an accountant needs, without the internal note; naira and Lagos time. */
const COLUMNS =
  "reference,type,status,amount,fee,category,narration,wallet,walletNumber,counterparty,counterpartyNumber,balanceAfter,createdAt";
const WRITING = new URLSearchParams({ columns: COLUMNS, unit: "naira", zone: "Lagos" }).toString();

let file: ReadableStreamDefaultController<Uint8Array>;
let asked: string[];
let answer: () => Response;
let sums: (path: string) => Response;

beforeEach(() => {
  saved.length = 0;
  asked = [];
  answer = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          file = controller;
        },
      }),
    );
  vi.stubGlobal("fetch", async (path: string, { signal }: RequestInit = {}) => {
    if (path.includes("/wallet/customer")) return Response.json({ status: true, wallet: aWallet() });
    if (path.includes("/transaction/statement") && !path.includes("/pdf")) return sums(path);
    asked.push(path);
    signal?.addEventListener("abort", () => file.error(new DOMException("gone", "AbortError")));
    return answer();
  });
  let size = 0;
  URL.createObjectURL = (blob) => {
    size = (blob as Blob).size;
    return "blob:x";
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, size });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const send = (text: string) => file.enqueue(new TextEncoder().encode(text));
const start = () => userEvent.click(screen.getByRole("button", { name: "Download statement" }));

test("counts rows while the file arrives, and saves it once it is complete", async () => {
  renderPage(<StatementForm />, { search: "startDate=2026-11-01&type=DEBIT" });
  await start();
  await waitFor(() =>
    expect(asked).toEqual([`/api/service/transaction/download/merchant?startDate=2026-11-01&type=DEBIT&${WRITING}`]),
  );
  send("id,amount\r\n1,500\r\n");
  expect(await screen.findByText(/1 row, 18 bytes/)).toBeDefined();
  expect(saved).toEqual([]);
  send("2,700\r\n");
  file.close();
  expect(await screen.findByText("Downloaded")).toBeDefined();
  expect(screen.getByText(/2 rows, 25 bytes/)).toBeDefined();
  expect(saved).toEqual([{ name: "statement-all-wallets-2026-11-01.csv", size: 25 }]);
});

test("a cancelled download saves nothing", async () => {
  renderPage(<StatementForm />);
  await start();
  await waitFor(() => expect(asked).toHaveLength(1));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Cancelled")).toBeDefined();
  expect(saved).toEqual([]);
});

test("a lost connection leaves no partial statement", async () => {
  renderPage(<StatementForm />);
  await start();
  await waitFor(() => expect(asked).toHaveLength(1));
  send("id,amount\r\n1,5");
  file.error(new TypeError("network error"));
  expect(await screen.findByText("The download was interrupted")).toBeDefined();
  expect(saved).toEqual([]);
});

test("a refusal shows its text and request number", async () => {
  const refusal = { status: false, code: "unavailable", message: "The service is busy.", requestId: "req-9" };
  answer = () => Response.json(refusal, { status: 503 });
  renderPage(<StatementForm />);
  await start();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The service is busy.");
  expect(alert.textContent).toContain("req-9");
});

test("a customer's statement requires the customer, and shows the name", async () => {
  renderPage(<StatementForm />);
  await userEvent.click(screen.getByLabelText("One customer"));
  await start();
  expect(screen.getByText("Enter an account number or a customer ID.")).toBeDefined();
  expect(asked).toEqual([]);
  await userEvent.type(screen.getByLabelText("Customer"), "2204510003");
  expect(await screen.findByText("Ìfẹ́olúwa Adéṣínà · 2204510003")).toBeDefined();
  await start();
  await waitFor(() =>
    expect(asked[0]).toBe(`/api/service/transaction/download/customer?customerId=${aWallet().customerId}&${WRITING}`),
  );
});

test("the statement's customer survives a reload, until the user switches to all customers", async () => {
  const addresses: string[] = [];
  render(
    <NuqsTestingAdapter hasMemory onUrlUpdate={({ queryString }: UrlUpdateEvent) => addresses.push(queryString)}>
      <SessionProvider session={aSession()}>
        <QueryProvider>
          <StatementForm />
        </QueryProvider>
      </SessionProvider>
    </NuqsTestingAdapter>,
  );
  await userEvent.click(screen.getByLabelText("One customer"));
  await userEvent.type(screen.getByLabelText("Customer"), "2204510003");
  await waitFor(() => expect(addresses.at(-1)).toBe(`?customerId=${aWallet().customerId}`));
  await userEvent.click(screen.getByLabelText("All wallets"));
  await waitFor(() => expect(addresses.at(-1)).toBe(""));
});

test("columns, unit and time zone are chosen once for all statements in this browser", async () => {
  renderPage(<StatementForm />);
  await userEvent.click(screen.getByRole("checkbox", { name: "Internal note" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Fee" }));
  await userEvent.click(screen.getByRole("radio", { name: "Kobo" }));
  await userEvent.click(screen.getByRole("button", { name: "Download statement" }));
  await waitFor(() => expect(asked[0]).toContain("unit=kobo"));
  const columns = new URLSearchParams(asked[0]?.split("?")[1]).get("columns")?.split(",");
  expect(columns).toContain("note");
  expect(columns).not.toContain("fee");
  localStorage.clear();
});

const SUMS = { openingBalance: 100_000, totalIn: 30_000, totalOut: 12_050, closingBalance: 117_950, rows: 2 };

test("a PDF shows its totals before the click, is of one balance, and takes neither direction nor columns", async () => {
  const summed: string[] = [];
  sums = (path) => {
    summed.push(path);
    return Response.json({ status: true, statement: SUMS });
  };
  renderPage(<StatementForm />, { search: "startDate=2026-11-01&type=DEBIT" });
  await userEvent.click(screen.getByRole("radio", { name: "PDF" }));
  const totals = await screen.findByRole("region", { name: "Totals" });
  expect(totals.textContent).toContain("₦1,000.00");
  expect(totals.textContent).toContain("₦1,179.50");
  expect(summed).toEqual(["/api/service/transaction/statement?startDate=2026-11-01"]);
  expect(screen.getByRole("radio", { name: "Merchant wallet" })).toHaveProperty("checked", true);
  expect(screen.queryByLabelText("Direction")).toBeNull();
  await start();
  await waitFor(() => expect(asked).toEqual(["/api/service/transaction/statement/pdf?startDate=2026-11-01"]));
  send("%PDF-1.3");
  file.close();
  expect(await screen.findByText("8 bytes")).toBeDefined();
  expect(saved).toEqual([{ name: "statement-merchant-wallet-2026-11-01.pdf", size: 8 }]);
});

test("a PDF that would be too long is explained before the click", async () => {
  const message =
    "This statement has 10,001 entries. A PDF has at most 10,000: choose fewer days, or download it as CSV.";
  const refusal = { status: false, code: "statement_too_long", message };
  sums = () => Response.json(refusal, { status: 400 });
  renderPage(<StatementForm />, { search: "format=pdf" });
  expect((await screen.findByRole("alert")).textContent).toContain(message);
  await start();
  expect(asked).toEqual([]);
});
