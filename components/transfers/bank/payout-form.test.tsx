import { act, cleanup, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bank, PayoutPreview } from "../../../contract/payout-records.ts";
import { draftKey, writeDraft } from "../../layout/hooks/use-draft.ts";
import { type Answer, type Call, refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aSession, aWallet } from "../../testing/replies.ts";
import { useToasts } from "../../ui/toast-store.ts";
import { plainNarration } from "./payout-fields.ts";
import { PayoutForm } from "./payout-form.tsx";

const payer = aWallet();
const other = aWallet({
  customerId: "0190a000-0000-7000-8000-0000000000c2",
  accountNumber: "2204590504",
  accountName: "Chịnaza Ọkọnkwọ",
});
const banks: Bank[] = [
  { code: "000013", name: "GTBank", cbnCode: "058", category: null },
  { code: "000015", name: "Zenith Bank", cbnCode: "057", category: null },
  { code: "000016", name: "First Bank", cbnCode: "011", category: null },
];
const side = {
  customerId: payer.customerId,
  name: payer.accountName,
  account: payer.accountNumber,
  status: payer.status,
  postNoCredit: false,
  tier: payer.tier,
  balance: payer.availableBalance,
  balanceAfter: payer.availableBalance - 4_507_688,
  dailyLimit: payer.dailyLimit,
  spentToday: payer.spentToday,
  dailyRemaining: 13_760_000,
};
const allowed: PayoutPreview = {
  amount: 4_500_000,
  charges: 2_500,
  vat: 188,
  duty: 5_000,
  transaction_fee: 7_688,
  fee_breakdown: { base_fee: 7_688, merchant_fee: 0, total_fee: 7_688 },
  total: 4_507_688,
  bank: { code: "000013", name: "GTBank" },
  account: { accountNumber: "0234417822", accountName: "OKONKWO CHINAZA MARY" },
  nameMatch: "BANK",
  source: side,
  target: null,
  allowed: true,
  reasons: [],
  warnings: [],
  approval: { required: true, needed: 1, approvers: ["Adaeze Nwọsu"] },
};
const saved = {
  id: "0190a000-0000-7000-8000-0000000000b9",
  customerId: payer.customerId,
  name: "MUSA SANI",
  bankCode: "000015",
  bankName: "Zenith Bank",
  accountNumber: "0123456789",
  verifiedAt: "2026-11-19T12:41:00.000Z",
  createdAt: "2026-11-19T12:41:00.000Z",
};
let replies: {
  preview: PayoutPreview;
  name: () => Answer;
  payouts: object[];
  pending: () => Answer;
  submit: () => Answer | Promise<Answer>;
};
const metadata = { page: 1, perPage: 20, totalRecords: 0, totalPages: 0, totalIsCapped: false };

function answerTo({ method, path, body }: Call): Answer | Promise<Answer> {
  if (path.includes("/wallet/customer")) {
    return { body: { status: true, wallet: path.includes(other.accountNumber) ? other : payer } };
  }
  if (path.endsWith("/transfer/banks")) return { body: { status: true, banks } };
  if (path.includes("/transfer/account/details")) return replies.name();
  if (path.endsWith("/preview")) {
    const { accountName } = body as { accountName?: string };
    const nameMatch = accountName === undefined ? replies.preview.nameMatch : "FULL";
    return { body: { status: true, data: { ...replies.preview, nameMatch } } };
  }
  if (path.includes("/beneficiary")) {
    return { body: method === "GET" ? { status: true, beneficiaries: [saved], metadata } : { status: true } };
  }
  if (path.includes("/transaction/pending")) return replies.pending();
  if (method === "GET") return { body: { status: true, payouts: replies.payouts, counts: {}, metadata } };
  return replies.submit();
}

const waiting: Answer = { body: { status: true, message: "Transaction successfully submitted for approval." } };
const user = userEvent.setup();
const button = (name: string | RegExp) => screen.findByRole("button", { name });
let calls: Call[];

beforeEach(() => {
  sessionStorage.clear();
  const name = {
    bankCode: "000013",
    bankName: "GTBank",
    accountName: "OKONKWO CHINAZA MARY",
    accountNumber: "0234417822",
  };
  replies = {
    preview: allowed,
    name: () => ({ body: { status: true, account: name } }),
    payouts: [],
    pending: () => ({ body: { status: true, data: [], metadata } }),
    submit: () => waiting,
  };
  calls = serve(answerTo);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(session = aSession("Operator")) {
  renderPage(<PayoutForm kind="payout" from={payer.customerId} to="" />, { session });
  await screen.findByRole("group", { name: "From" });
}

async function typeAccount() {
  await user.type(screen.getByRole("combobox", { name: "Bank" }), "058");
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByLabelText("Account number"));
  await user.keyboard("0234417822");
}

async function fillIn() {
  await open();
  await typeAccount();
  await user.type(screen.getByLabelText("Amount"), "45,000");
  await user.type(screen.getByLabelText("Narration"), "Rent for November");
  await screen.findByText("₦45,076.88");
}

async function submitOnce() {
  await user.click(await button("Review payout"));
  const submit = await button(/^Submit/);
  await waitFor(() => expect(submit.getAttribute("aria-disabled")).toBeNull());
  await user.click(submit);
}

const submissions = () => calls.filter(({ method, path }) => method === "POST" && !path.endsWith("/preview"));

describe("the receiver", () => {
  it("is found by the bank's CBN code, and the bank's name appears by itself", async () => {
    await open();
    await typeAccount();
    expect(await screen.findByText("OKONKWO CHINAZA MARY")).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Bank" }).value).toBe("GTBank");
    expect(calls.find(({ path }) => path.includes("details"))?.path).toContain(
      "sortCode=000013&accountNumber=0234417822",
    );
  });

  it("has no bank of an unknown name, which a hint says until Escape", async () => {
    await open();
    await user.type(screen.getByRole("combobox", { name: "Bank" }), "Barclays");
    const hint = await screen.findByText("No bank has this name or code.");
    expect(hint.getAttribute("role")).toBe("status");
    await user.keyboard("{Escape}");
    expect(hint.textContent).toBe("");
  });

  it("keeps what was typed when the bank network is away, and asks again", async () => {
    const name = replies.name;
    replies.name = () => refusal(503, "rail_unavailable", "The bank network does not answer.");
    await open();
    await typeAccount();
    expect(await screen.findByText("The bank network is not responding. What you typed is kept.")).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>("Account number").value).toBe("0234417822");
    replies.name = name;
    await user.click(await button("Try again"));
    expect(await screen.findByText("OKONKWO CHINAZA MARY")).toBeDefined();
  });

  it("is a saved account at one press, and a new account is saved at another", async () => {
    await open();
    await user.click(await screen.findByRole("radio", { name: "MUSA SANI · Zenith Bank" }));
    expect(screen.getByLabelText<HTMLInputElement>("Account number").value).toBe("0123456789");
    expect(screen.queryByRole("button", { name: "Save account" })).toBeNull();
    await user.clear(screen.getByLabelText("Account number"));
    await user.type(screen.getByLabelText("Account number"), "0234417822");
    await user.click(await button("Save account"));
    await waitFor(() => expect(submissions()).toHaveLength(1));
    expect(submissions()[0]?.body).toEqual({
      sortCode: "000015",
      accountNumber: "0234417822",
      customerId: payer.customerId,
    });
  });

  it("of a saved account has the narration of the last payout to it, unless one is typed", async () => {
    const last = { bank: { code: saved.bankCode }, accountNumber: saved.accountNumber, isReturn: false };
    replies.payouts = [
      { ...last, bank: { code: "000013" }, narration: "Another bank" },
      { ...last, narration: "Diesel" },
    ];
    await open();
    const narration = () => screen.getByLabelText<HTMLInputElement>("Narration");
    const press = async () => user.click(await screen.findByRole("radio", { name: "MUSA SANI · Zenith Bank" }));
    await user.type(narration(), "Rent");
    await press();
    await waitFor(() => expect(calls.some(({ path }) => path.includes(`search=${saved.accountNumber}`))).toBe(true));
    expect(narration().value).toBe("Rent");
    await user.clear(narration());
    await user.clear(screen.getByLabelText("Account number"));
    await press();
    await waitFor(() => expect(narration().value).toBe("Diesel"));
    expect(screen.getByLabelText<HTMLInputElement>("Account number").value).toBe(saved.accountNumber);
  });

  it("is compared with the expected name, in words", async () => {
    await fillIn();
    expect(screen.queryByText("Name matches")).toBeNull();
    await user.type(screen.getByLabelText(/^Receiver/), "Chinaza Okonkwo");
    expect(await screen.findByText("Name matches")).toBeDefined();
  });
});

describe("the summary", () => {
  it("shows charges, total, who approves, and every reason and warning", async () => {
    replies.preview = {
      ...allowed,
      allowed: false,
      reasons: [{ code: "insufficient_balance", message: "Insufficient balance." }],
      warnings: [{ code: "check_digit", message: "The check digit is unusual." }],
    };
    await fillIn();
    const summary = within(screen.getByRole("complementary", { name: "Summary" }));
    for (const text of ["₦25.00", "₦1.88", "₦50.00", "₦45,076.88"]) expect(summary.getByText(text)).toBeDefined();
    expect(
      within(summary.getByRole("list", { name: "Why it can’t be submitted" })).getByText("Insufficient balance."),
    ).toBeDefined();
    expect(
      within(summary.getByRole("list", { name: "Warnings" })).getByText("The check digit is unusual."),
    ).toBeDefined();
    expect((await button("Review payout")).getAttribute("aria-disabled")).toBe("true");
  });
});

describe("submitting", () => {
  it("sends the account, the texts and one key, and says who approves", async () => {
    await fillIn();
    await user.type(screen.getByLabelText(/^Internal note/), "Ticket 4711");
    await submitOnce();
    expect(await screen.findByRole("heading", { name: "Submitted for approval" })).toBeDefined();
    expect(screen.getByText(/Adaeze Nwọsu must approve/)).toBeDefined();
    const [sent] = submissions();
    expect(sent?.path).toBe("/api/service/transfer/bank/customer");
    expect(sent?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent?.body).toEqual({
      customerId: payer.customerId,
      amount: 4_500_000,
      sortCode: "000013",
      accountNumber: "0234417822",
      narration: "Rent for November",
      note: "Ticket 4711",
    });
  });

  it("pays from the merchant wallet without a customer", async () => {
    await fillIn();
    await user.click(screen.getByRole("radio", { name: "Merchant wallet" }));
    await submitOnce();
    await screen.findByRole("heading", { name: "Submitted for approval" });
    expect(submissions().map(({ path, body }) => [path, "customerId" in (body as object)])).toEqual([
      ["/api/service/transfer/bank", false],
    ]);
  });

  it("asks for a confirmation of an equal payout, then says so to the service", async () => {
    replies.payouts = [
      {
        createdAt: new Date().toISOString(),
        accountNumber: "0234417822",
        state: "processing",
        actorName: "Chidi",
        reference: "R1",
      },
    ];
    await fillIn();
    expect(await screen.findByText(/The same payout was submitted/)).toBeDefined();
    await submitOnce();
    await screen.findByRole("heading", { name: "Submitted for approval" });
    expect(submissions()[0]?.body).toMatchObject({ allowDuplicate: true });
  });

  it("sends nothing if it cannot be known whether an equal payout exists", async () => {
    await fillIn();
    replies.pending = () => refusal(503, "service_unreachable", "Service unavailable.");
    await submitOnce();
    expect((await screen.findByRole("alert")).textContent).toContain("Not sent");
    expect(submissions()).toEqual([]);
  });

  it("does not review without a narration, and offers one that the bank network can carry", async () => {
    await open();
    await typeAccount();
    await user.type(screen.getByLabelText("Amount"), "45,000");
    await user.click(await button("Review payout"));
    expect(screen.getByText("Enter what the payment is for.")).toBeDefined();
    await user.type(screen.getByLabelText("Narration"), "Owó ilé");
    await user.click(await button("Use “Owo ile”"));
    expect(screen.getByLabelText<HTMLInputElement>("Narration").value).toBe("Owo ile");
  });

  it("is not offered to Support, with the reason", async () => {
    await open(aSession("Support"));
    expect(screen.getByText(/Submit payouts to bank accounts/)).toBeDefined();
    expect((await button("Review payout")).getAttribute("aria-disabled")).toBe("true");
  });
});

describe("a payout in flight", () => {
  const HOUR_MS = 60 * 60_000;

  it.each([
    ["was refused", refusal(400, "insufficient_balance", "Insufficient balance."), "The payout was refused"],
    ["was not sent", refusal(503, "service_unreachable", "Unavailable."), "The payout was not sent"],
    ["had no answer", "cut" as const, "The payout is not confirmed yet. Open its form to confirm it."],
  ])("that %s after its form was left says so", async (_, answer, title) => {
    let release: (answer: Answer) => void = () => undefined;
    replies.submit = () => new Promise<Answer>((resolve) => (release = resolve));
    await fillIn();
    await submitOnce();
    await waitFor(() => expect(submissions()).toHaveLength(1));
    cleanup();
    const { result } = renderHook(() => useToasts());
    await act(async () => release(answer));
    await waitFor(() => expect(result.current.at(-1)?.title).toBe(title));
  });

  it.each([
    ["at an unknown time", ""],
    ["25 hours ago", String(Date.now() - 25 * HOUR_MS)],
    ["in the future", String(Date.now() + HOUR_MS)],
  ])("that went %s is never sent again, because its key may be forgotten", async (_, sentAt) => {
    const sent = JSON.stringify({ kind: "payout", amount: 4_500_000, sortCode: "000013", accountNumber: "0234417822" });
    const fields = { payer: "merchant", bank: "000013", account: "0234417822", amount: "45,000", narration: "Rent" };
    const draft = { ...fields, sent, sentAt, idempotencyKey: crypto.randomUUID() };
    writeDraft(draftKey(aSession("Operator"), "payout"), draft);
    renderPage(<PayoutForm kind="payout" from="" to="" />, { session: aSession("Operator") });
    expect((await screen.findByRole("alert")).textContent).toContain("Look in Transactions and Approvals");
    expect(screen.queryByRole("button", { name: "Retry safely" })).toBeNull();
    await user.click(await button("Start a new one instead"));
    expect(screen.getByLabelText<HTMLInputElement>("Amount").value).toBe("");
    expect(submissions()).toEqual([]);
  });
});

describe("opened from a customer's wallet", () => {
  const amount = () => screen.getByLabelText<HTMLInputElement>("Amount");

  it("pays from that customer, without what was typed for another payout", async () => {
    const typed = { payer: "merchant", bank: "000013", account: "0234417822", amount: "45,000" };
    writeDraft(draftKey(aSession("Operator"), "payout"), typed);
    await open();
    expect(within(screen.getByRole("group", { name: "From" })).getByText(payer.accountName)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>("Account number").value).toBe("");
    expect(amount().value).toBe("");
  });

  it("keeps another payer, chosen there, when the page is loaded again", async () => {
    await open();
    await user.click(await button("Change From"));
    const from = screen.getByRole("combobox", { name: "From" });
    await user.clear(from);
    await user.paste(other.accountNumber);
    await screen.findByText(other.accountName);
    await user.type(amount(), "45,000");
    cleanup();
    await open();
    expect(within(screen.getByRole("group", { name: "From" })).getByText(other.accountName)).toBeDefined();
    expect(amount().value).toBe("45,000");
  });

  it("pays from that customer again after another payout from the merchant wallet", async () => {
    await fillIn();
    await user.click(screen.getByRole("radio", { name: "Merchant wallet" }));
    await submitOnce();
    await user.click(await button("Another payout"));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Merchant wallet" }).checked).toBe(true);
    cleanup();
    await open();
    expect(await screen.findByText(payer.accountName)).toBeDefined();
  });
});

it.each([
  ["Ìfẹ́olúwa’s rent – ₦500", "Ifeoluwa's rent - NGN 500"],
  ["Salary 🎉 March", "Salary  March"],
])("%s becomes plain", (text, plain) => expect(plainNarration(text)).toBe(plain));
