// Only the network is replaced: `fetch` is a stub, all modules are real.
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MovementPreview } from "../../contract/transfers.ts";
import type { Wallet } from "../../contract/wallets.ts";
import { type Answer, type Call, refusal, renderPage, setOnline } from "../testing/render-page.tsx";
import { aSession, aWallet } from "../testing/replies.ts";
import { MoneyForm } from "./money-form.tsx";

const ife = aWallet();
const chinaza = aWallet({
  customerId: "0190a000-0000-7000-8000-0000000000c2",
  accountNumber: "2204590504",
  accountName: "Chịnaza Ọkọnkwọ",
  firstName: "Chịnaza",
  lastName: "Ọkọnkwọ",
});
const side = (wallet: Wallet, change: number): NonNullable<MovementPreview["source"]> => ({
  customerId: wallet.customerId,
  name: wallet.accountName,
  account: wallet.accountNumber,
  status: wallet.status,
  postNoCredit: wallet.postNoCredit,
  tier: wallet.tier,
  balance: wallet.availableBalance,
  balanceAfter: wallet.availableBalance + change,
  dailyLimit: wallet.dailyLimit,
  spentToday: wallet.spentToday,
  dailyRemaining: 13_760_000,
});
const allowed: MovementPreview = {
  amount: 4_500_000,
  transaction_fee: 1_000,
  fee_breakdown: { base_fee: 1_000, merchant_fee: 0, total_fee: 1_000 },
  total: 4_501_000,
  source: side(ife, -4_501_000),
  target: side(chinaza, 4_500_000),
  allowed: true,
  reasons: [],
  approval: { required: true, needed: 1, approvers: ["Adaeze Nwọsu"] },
};
const waiting: Answer = { body: { status: true, message: "Transaction successfully submitted for approval." } };
const PENDING_ID = "0190a000-0000-7000-8000-0000000000ee";

type Flags = { canDebitCustomer: boolean; requirePinForDebit: boolean; internalTransfers: boolean };
const open: Flags = { canDebitCustomer: true, requirePinForDebit: false, internalTransfers: true };
/** The responses of the stubbed API proxy. */
type Replies = {
  settings: Flags;
  preview: MovementPreview;
  pending: object[];
  done: { category: string }[];
  list: (() => Answer) | undefined;
  submit: () => Answer | "hang";
};
let replies: Replies;
let calls: Call[];

/** Replaces the API proxy. */
function answerTo({ path }: Call): Answer | "hang" {
  if (path.startsWith("/api/service/wallet/customer")) {
    const wallet = [ife, chinaza].find(({ accountNumber, customerId }) =>
      [accountNumber, customerId].some((name) => path.includes(name)),
    );
    return wallet ? { body: { status: true, wallet } } : refusal(400, "wallet_not_found", "Wallet not found.");
  }
  if (path.startsWith("/api/service/wallet?")) {
    return {
      body: {
        status: true,
        wallets: [ife, chinaza],
        metadata: { page: 1, perPage: 8, totalRecords: 2, totalPages: 1 },
      },
    };
  }
  if (path.startsWith("/api/service/merchant/settings")) return { body: { status: true, data: replies.settings } };
  if (path.endsWith("/preview")) return { body: { status: true, data: replies.preview } };
  if (replies.list && path.startsWith("/api/service/transaction/")) return replies.list();
  if (path.startsWith("/api/service/transaction/pending")) {
    return {
      body: {
        status: true,
        data: replies.pending,
        metadata: { page: 1, perPage: 100, totalRecords: 0, totalPages: 0 },
      },
    };
  }
  if (path.startsWith("/api/service/transaction/customer")) {
    const category = new URLSearchParams(path.split("?")[1]).get("category");
    const transactions = replies.done.filter((one) => one.category === category);
    const metadata = { page: 1, perPage: 1, totalRecords: transactions.length, totalPages: 1 };
    return { body: { status: true, transactions, metadata } };
  }
  return replies.submit();
}

function stubFetch() {
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const call = { method: init.method ?? "GET", path, body, headers: new Headers(init.headers) };
    calls.push(call);
    const given = answerTo(call);
    if (given === "hang") return new Promise(() => undefined);
    if (given === "cut") throw new TypeError("Failed to fetch");
    const headers = { location: `/v1/transaction/pending/${PENDING_ID}` };
    return new Response(JSON.stringify(given.body), { status: given.status ?? 200, headers });
  });
}

const submissions = () => calls.filter(({ path }) => path === "/api/service/transfer/wallet");
const keys = () => new Set(submissions().map(({ headers }) => headers.get("idempotency-key")));

beforeEach(() => {
  sessionStorage.clear();
  calls = [];
  replies = { settings: open, preview: allowed, pending: [], done: [], list: undefined, submit: () => waiting };
  vi.useFakeTimers({ shouldAdvanceTime: true });
  stubFetch();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
const button = (name: string) => screen.findByRole("button", { name });

async function fillIn(amount = "45,000") {
  renderPage(<MoneyForm kind="transfer" from="" to="" />);
  await user.type(screen.getByLabelText("From"), "2204510003");
  await screen.findByRole("group", { name: "From" });
  await user.type(screen.getByLabelText("To"), "2204590504");
  await screen.findByRole("group", { name: "To" });
  await user.type(screen.getByLabelText("Amount"), amount);
  await screen.findByText("as of", { exact: false });
}

async function review() {
  await user.click(await button("Review transfer"));
  const submit = await button("Submit for approval");
  await waitFor(() => expect(submit.getAttribute("aria-disabled")).toBeNull());
  return submit;
}

async function submitOnce() {
  await fillIn();
  await user.click(await review());
}

describe("filling in", () => {
  it("shows the names and the service's preview", async () => {
    await fillIn();
    expect(within(screen.getByRole("group", { name: "From" })).getByText("Ìfẹ́olúwa Adéṣínà")).toBeDefined();
    expect(screen.getByText("Forty-five thousand naira")).toBeDefined();
    expect(screen.getByText("₦45,010.00")).toBeDefined();
    expect(screen.getByText(/Adaeze Nwọsu must approve/)).toBeDefined();
    const previews = calls.filter(({ path }) => path.endsWith("/preview"));
    expect(previews.map(({ body }) => body)).toEqual([
      { fromCustomerId: ife.customerId, toCustomerId: chinaza.customerId, amount: 4_500_000 },
    ]);
  });

  it("sends narration and note, which no preview depends on, and refuses invisible characters", async () => {
    await fillIn();
    await user.type(screen.getByLabelText("Narration (optional)"), "March \u202esalary");
    expect(await screen.findByText(/must not contain control or invisible characters/)).toBeDefined();
    await user.click(await button("Review transfer"));
    expect(screen.queryByRole("button", { name: "Submit for approval" })).toBeNull();
    await user.clear(screen.getByLabelText("Narration (optional)"));
    await user.type(screen.getByLabelText("Narration (optional)"), "March salary");
    await user.type(screen.getByLabelText("Internal note (optional)"), "Ticket 4711");
    await user.click(await button("Review transfer"));
    await user.click(await button("Submit for approval"));
    await screen.findByText("Submitted for approval");
    expect(submissions().at(-1)?.body).toMatchObject({ narration: "March salary", note: "Ticket 4711" });
    const previews = calls.filter(({ path }) => path.endsWith("/preview"));
    expect(previews.filter(({ body }) => JSON.stringify(body).includes("March"))).toEqual([]);
  });

  it("moves the focus to the next field when the card replaces the field, so that Enter removes nothing", async () => {
    renderPage(<MoneyForm kind="transfer" from="" to="" />);
    await user.click(screen.getByLabelText("From"));
    await user.paste("2204510003");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "To" })));
    await user.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: "Change From" })).toBeDefined();
  });

  it("does not send a BVN, and explains why", async () => {
    renderPage(<MoneyForm kind="transfer" from="" to="" />);
    await user.type(screen.getByLabelText("From"), "22212345678");
    expect(await screen.findByText(/looks like a BVN or NIN/)).toBeDefined();
    expect(calls.filter(({ path }) => path.includes("22212345678"))).toEqual([]);
  });

  it("reports an unknown wallet and missing fields", async () => {
    renderPage(<MoneyForm kind="transfer" from="" to="" />);
    await user.type(screen.getByLabelText("From"), "2204510099");
    expect(await screen.findByText(/No customer’s wallet has this account number/)).toBeDefined();
    await user.click(await button("Review transfer"));
    expect(screen.getByText("Enter a name, phone, account number or customer ID.")).toBeDefined();
    expect(screen.getByText("Enter an amount.")).toBeDefined();
  });

  it("blocks what the service would refuse, with every reason and its figures", async () => {
    const reasons = [
      { code: "single_limit_exceeded", message: "Single transaction limit exceeded.", limit: 10_000_000 },
      { code: "insufficient_balance", message: "Insufficient balance on source wallet to complete this transfer." },
    ];
    replies.preview = { ...allowed, allowed: false, reasons };
    await fillIn();
    const list = await screen.findByRole("list", { name: "Why it can’t be submitted" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(2);
    expect(list.textContent).toContain("Limit ₦100,000.00");
    await user.click(await button("Review transfer"));
    expect(screen.queryByRole("button", { name: "Submit for approval" })).toBeNull();
  });

  it("swaps the sides", async () => {
    await fillIn();
    await user.click(await button("Swap sides"));
    expect(within(await screen.findByRole("group", { name: "From" })).getByText("Chịnaza Ọkọnkwọ")).toBeDefined();
  });

  it("shows Support users why they cannot submit, and sends no request", async () => {
    renderPage(<MoneyForm kind="transfer" from={ife.customerId} to="" />, { session: aSession("Support") });
    expect(await screen.findByText("You can view but not submit")).toBeDefined();
    expect((await button("Review transfer")).getAttribute("aria-disabled")).toBe("true");
    expect(calls.filter(({ path }) => path.includes("/preview"))).toEqual([]);
  });
});

describe("submitting", () => {
  it("sends one request, in kobo and between customers, however often it is clicked", async () => {
    await fillIn();
    const submit = await review();
    // Both clicks happen before the page can re-render.
    act(() => {
      submit.click();
      submit.click();
    });
    expect(await screen.findByRole("heading", { name: "Submitted for approval" })).toBeDefined();
    expect(submissions().map(({ body }) => body)).toEqual([
      { fromCustomerId: ife.customerId, toCustomerId: chinaza.customerId, amount: 4_500_000 },
    ]);
    expect(screen.getByRole("link", { name: "See it in Approvals" }).getAttribute("href")).toBe(
      `/approvals/${PENDING_ID}`,
    );
    expect(document.activeElement?.textContent).toBe("Submitted for approval");
    expect(sessionStorage.length).toBe(0);
  });

  it("uses a new key after the receipt", async () => {
    await submitOnce();
    await user.click(await button("Another transfer"));
    expect(screen.getByLabelText("Amount")).toHaveProperty("value", "");
    expect(screen.getByRole("group", { name: "From" })).toBeDefined();
  });

  it("warns of an equal payment minutes ago, and asks again before sending", async () => {
    await fillIn();
    const submit = await review();
    replies.pending = [
      {
        id: PENDING_ID,
        kind: "transfer",
        amount: 4_500_000,
        creatorName: "Chidi Ọbiọra",
        createdAt: new Date(Date.now() - 5 * 60_000).toISOString(),
        metadata: { fromCustomerId: ife.customerId, toCustomerId: chinaza.customerId },
      },
    ];
    await user.click(submit);
    expect(await screen.findByText("The same transfer was submitted 5 minutes ago")).toBeDefined();
    expect(submissions()).toEqual([]);
    await user.click(await button("Submit again"));
    await waitFor(() => expect(submissions()).toHaveLength(1));
  });

  it("sends nothing by itself when a network comes back that was lost during that look", async () => {
    await fillIn();
    const submit = await review();
    replies.list = () => {
      setOnline(false);
      return "cut";
    };
    await user.click(submit);
    expect((await screen.findByRole("alert")).textContent).toContain("Not sent");
    replies.list = undefined;
    act(() => setOnline(true));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(submissions()).toEqual([]);
  });

  it("shows a refusal, keeps the input, and uses a new key for the next attempt", async () => {
    replies.submit = () => refusal(400, "insufficient_balance", "Insufficient balance.");
    await submitOnce();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The transfer was refused");
    expect(alert.textContent).toContain("req-1");
    await user.click(await button("Submit for approval"));
    await waitFor(() => expect(keys().size).toBe(2));
    await user.click(await button("Change"));
    expect(screen.getByLabelText("Amount")).toHaveProperty("value", "45,000");
  });

  it("reports that nothing was sent, and retries with the same key", async () => {
    replies.submit = () => refusal(503, "service_unreachable", "Service unavailable.");
    await submitOnce();
    expect((await screen.findByRole("alert")).textContent).toContain("Not sent");
    replies.submit = () => waiting;
    await user.click(await button("Submit for approval"));
    await screen.findByRole("heading", { name: "Submitted for approval" });
    expect(submissions()).toHaveLength(2);
    expect(keys().size).toBe(1);
  });
});

describe("without a response", () => {
  it("locks the form and retries with the same key and body, after 2, 5 and 15 s, then by the button", async () => {
    replies.submit = () => "cut";
    await submitOnce();
    expect((await screen.findByRole("alert")).textContent).toContain("Confirming… You won’t be charged twice.");
    expect((await button("Change")).getAttribute("aria-disabled")).toBe("true");
    for (const [seconds, sent] of [
      [2, 2],
      [5, 3],
      [15, 4],
    ] as const) {
      await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000 + 100));
      await waitFor(() => expect(submissions()).toHaveLength(sent));
    }
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(submissions()).toHaveLength(4);
    replies.submit = () => waiting;
    await user.click(await button("Retry safely"));
    await screen.findByRole("heading", { name: "Submitted for approval" });
    expect(keys().size).toBe(1);
    expect(new Set(submissions().map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it("waits while the service is processing the payment", async () => {
    replies.submit = () => refusal(409, "idempotency_in_flight", "In flight.");
    await submitOnce();
    expect((await screen.findByRole("alert")).textContent).toContain("The service is still working on it");
    replies.submit = () => waiting;
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    await screen.findByRole("heading", { name: "Submitted for approval" });
    expect(keys().size).toBe(1);
  });

  it("stays unknown if a retry was not sent", async () => {
    replies.submit = () => "cut";
    await submitOnce();
    await screen.findByRole("alert");
    replies.submit = () => refusal(503, "service_unreachable", "Service unavailable.");
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    await waitFor(() => expect(submissions()).toHaveLength(2));
    expect(screen.getByRole("alert").textContent).toContain("Confirming…");
  });

  it("continues after a reload in flight, as one payment", async () => {
    replies.submit = () => "hang";
    await submitOnce();
    await waitFor(() => expect(submissions()).toHaveLength(1));
    cleanup();
    replies.submit = () => waiting;
    renderPage(<MoneyForm kind="transfer" from="another-customer" to="" />);
    expect((await screen.findByRole("alert")).textContent).toContain("Confirming…");
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    await screen.findByRole("heading", { name: "Submitted for approval" });
    expect(submissions()).toHaveLength(2);
    expect(keys().size).toBe(1);
  });
});

describe("a credit or a debit", () => {
  it.each([
    ["credit", "To"],
    ["debit", "From"],
  ] as const)("asks for one customer, and submits a %s by customer ID", async (kind, label) => {
    await user.click(await reviewOf(kind, label));
    expect(await screen.findByRole("heading", { name: "Submitted for approval" })).toBeDefined();
    const sent = calls.filter(({ path }) => path === `/api/service/wallet/${kind}`);
    expect(sent.map(({ body }) => body)).toEqual([{ customerId: ife.customerId, amount: 4_500_000 }]);
    expect(sent[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ["credit", "To", "WALLET_CREDITED_BY_MERCHANT", /to Ìfẹ́olúwa Adéṣínà/],
    ["debit", "From", "WALLET_DEBITED_BY_MERCHANT", /from Ìfẹ́olúwa Adéṣínà/],
  ] as const)(
    "warns of an equal %s that was done, listed under its name among the customer's own",
    async (kind, label, category, between) => {
      const createdAt = new Date(Date.now() - 60_000).toISOString();
      replies.done = [{ category, ...{ amount: 4_500_000, reference: "R-1", createdAt } }];
      await reviewOf(kind, label);
      const note = (await screen.findByText(`The same ${kind} was submitted a minute ago`)).closest("[role=alert]");
      expect(note?.textContent).toMatch(between);
      expect(screen.getByRole("button", { name: "Submit again" })).toBeDefined();
    },
  );

  it.each([
    ["credit", "To"],
    ["debit", "From"],
  ] as const)("says that a %s was refused, and keeps what was typed", async (kind, label) => {
    replies.submit = () => refusal(400, "insufficient_balance", "Insufficient balance.");
    await user.click(await reviewOf(kind, label));
    expect((await screen.findByRole("alert")).textContent).toContain(`The ${kind} was refused`);
    await user.click(await button("Change"));
    expect(screen.getByLabelText("Amount")).toHaveProperty("value", "45,000");
  });
});

/** Fills in a credit or debit of one customer up to its review, and returns the button that submits it. */
async function reviewOf(kind: "credit" | "debit", label: string) {
  renderPage(
    <MoneyForm
      kind={kind}
      from={kind === "debit" ? ife.customerId : ""}
      to={kind === "credit" ? ife.customerId : ""}
    />,
  );
  await screen.findByRole("group", { name: label });
  expect(screen.getByText("Merchant wallet")).toBeDefined();
  await user.type(screen.getByLabelText("Amount"), "45,000");
  await user.click(await button(`Review ${kind}`));
  const submit = await screen.findByRole("button", { name: /^Submit/ });
  await waitFor(() => expect(submit.getAttribute("aria-disabled")).toBeNull());
  return submit;
}

describe("finding a party by name", () => {
  it("offers wallets by name, supports the keyboard, and keeps the search text out of storage", async () => {
    renderPage(<MoneyForm kind="transfer" from="" to="" />);
    const field = screen.getByRole("combobox", { name: "From" });
    await user.type(field, "0803 111 2233");
    const list = await screen.findByRole("listbox", { name: "Wallets for From" });
    const [first, second] = within(list).getAllByRole("option");
    expect(field.getAttribute("aria-activedescendant")).toBe(first?.id);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain("0803");
    await user.keyboard("{ArrowDown}");
    expect(field.getAttribute("aria-activedescendant")).toBe(second?.id);
    await user.keyboard("{Enter}");
    expect(within(await screen.findByRole("group", { name: "From" })).getByText("Chịnaza Ọkọnkwọ")).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "To" })));
    expect(JSON.stringify({ ...sessionStorage })).toContain(chinaza.customerId);
  });

  it("closes the list with Escape, and asks for a selection", async () => {
    renderPage(<MoneyForm kind="transfer" from="" to="" />);
    await user.type(screen.getByRole("combobox", { name: "To" }), "chin");
    await screen.findByRole("listbox");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.click(await button("Review transfer"));
    expect(screen.getByText("Choose one of the wallets found.")).toBeDefined();
  });
});

it("restores a draft from before drafts had a kind", async () => {
  const { merchantId, userId, mode } = aSession();
  const sent = JSON.stringify({ fromCustomerId: ife.customerId, toCustomerId: chinaza.customerId, amount: 4_500_000 });
  const draft = {
    from: ife.customerId,
    to: chinaza.customerId,
    amount: "45,000",
    idempotencyKey: crypto.randomUUID(),
    sent,
    sentAt: String(Date.now()),
  };
  sessionStorage.setItem(`draft:${merchantId}:${userId}:${mode}:transfer`, JSON.stringify(draft));
  renderPage(<MoneyForm kind="transfer" from="" to="" />);
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  await screen.findByRole("heading", { name: "Submitted for approval" });
  expect(submissions().map(({ body }) => JSON.stringify(body))).toEqual([sent]);
});

describe("kinds disabled by the merchant's settings", () => {
  it.each([
    ["transfer", { internalTransfers: false }, /Transfers between customers are turned off/],
    ["debit", { canDebitCustomer: false }, /Debits of customers are turned off/],
    ["debit", { requirePinForDebit: true }, /needs the customer’s PIN/],
  ] as const)("%s with %o cannot be submitted, and says why", async (kind, flags, text) => {
    replies.settings = { ...open, ...flags };
    renderPage(<MoneyForm kind={kind} from="" to="" />);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect((await button(`Review ${kind}`)).getAttribute("aria-disabled")).toBe("true");
  });

  it("leave the other kinds enabled", async () => {
    replies.settings = { canDebitCustomer: false, requirePinForDebit: true, internalTransfers: false };
    renderPage(<MoneyForm kind="credit" from="" to="" />);
    await waitFor(() => expect(calls.some(({ path }) => path.includes("/merchant/settings"))).toBe(true));
    expect((await button("Review credit")).getAttribute("aria-disabled")).toBeNull();
  });
});
