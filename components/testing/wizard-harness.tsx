import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, vi } from "vitest";
import type { PreflightResult } from "../../contract/batch-records.ts";
import type { WalletPreflightResult } from "../../contract/wallet-creation.ts";
import type { DeliveryForecast } from "../../contract/webhook-records.ts";
import { NewImport } from "../imports/wizard/new-import.tsx";
import { serveUploads, stubGridRoom, stubImportWorker, type Upload, type UploadAnswer } from "./import-worker-stub.ts";
import { type Answer, type Call, renderPage, serve, stubLayout } from "./render-page.tsx";
import { aMerchantWallet } from "./replies.ts";

export const BATCH = "0190a000-0000-7000-8000-0000000000b1";
export const EARLIER = "0190a000-0000-7000-8000-0000000000b2";
export const accepted = { body: { status: true, data: { batchId: BATCH } } };
export const settings = {
  fees: { baseFee: 1_000, merchantFee: 0, batchItemFee: 0, walletCreationFee: 0 },
  canDebitCustomer: true,
  requirePinForDebit: false,
};

type Harness = {
  settings: Answer;
  records: object[];
  /** Webhook subscriptions that the file would exceed. */
  forecast: DeliveryForecast[];
  /** What the preflight says about the rows of an amount in kobo. */
  verdicts: Record<number, Partial<PreflightResult>>;
  /** What the preflight says about the customer with a phone number. */
  people: Record<string, Partial<WalletPreflightResult>>;
  upload: (upload: Upload) => UploadAnswer | Promise<UploadAnswer>;
  /** The calls and uploads so far. */
  calls: Call[];
  uploads: Upload[];
};

/** A service for the wizard, its worker and a running clock; created for each test. */
export function openWizardHarness(): Harness {
  const fresh = () => ({
    settings: { body: { status: true, data: settings } },
    records: [],
    forecast: [],
    verdicts: {},
    people: {},
    upload: () => accepted,
  });
  const harness: Harness = { ...fresh(), calls: [], uploads: [] };

  function answerTo({ path, body }: Call): Answer {
    if (path.includes("/bulk-create-customers/preflight")) {
      const { customers } = body as { customers: { phone_number: string }[] };
      const free = { reason: null, existing: null, tier: "TIER_1", documentsTier: "TIER_2" };
      return {
        body: { status: true, data: customers.map((one) => ({ ...free, ...harness.people[one.phone_number] })) },
      };
    }
    if (path.includes("/batch/preflight")) {
      const { transactions } = body as { transactions: { accountNumber: string; amount: number }[] };
      const free = { name: "Ngozi Eze", accountNumber: ACCOUNT, reason: null, duplicateOf: null, recent: null };
      const data = transactions.map((item) => ({ ...free, ...harness.verdicts[item.amount] }));
      return { body: { status: true, data } };
    }
    if (path.includes("/webhook/forecast")) return { body: { status: true, data: harness.forecast } };
    if (path.includes("/merchant/settings")) return harness.settings;
    if (path.includes("/merchant/wallet")) return { body: { status: true, data: aMerchantWallet() } };
    if (path.includes("credit-customer-status")) return { body: { status: true, data: { batchId: EARLIER } } };
    const metadata = { page: 1, perPage: 20, totalRecords: 0, totalPages: 0 };
    return { body: { status: true, data: harness.records, metadata } };
  }
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-21T12:00:00Z") });
    stubLayout();
    stubGridRoom();
    stubImportWorker();
    const uploads = serveUploads((upload) => harness.upload(upload));
    Object.assign(harness, fresh(), { calls: serve(answerTo), uploads });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return harness;
}

export const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
export const button = (name: string | RegExp) => screen.findByRole("button", { name });
export const press = async (name: string | RegExp) => user.click(await button(name));
export const sendButton = () => button(/^Send \d+ rows?$/);
export const isBlocked = (element: HTMLElement) => element.getAttribute("aria-disabled") === "true";

export const ACCOUNT = "2204510003";
export const payments = (...rows: string[]) => ["accountNumber,amount_naira,narration", ...rows].join("\n");
export const twoPayments = payments(`${ACCOUNT},1500,rent`, `${ACCOUNT},"1,000.50",books`);

export async function openWith(kind: "create" | "credit" | "debit", text: string): Promise<void> {
  renderPage(<NewImport />, { search: `kind=${kind}` });
  await chooseFile(text);
}

export async function chooseFile(text: string, name = "rows.csv"): Promise<void> {
  await user.upload(await screen.findByLabelText("CSV file"), new File([text], name, { type: "text/csv" }));
}

export async function typeTotal(text: string): Promise<void> {
  await user.type(screen.getByLabelText("Type the total in naira"), text);
}
