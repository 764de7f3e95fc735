// Only the network is replaced: `fetch` is a stub, all modules are real.
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { approvalEndpoints, type PendingDetails } from "../../../contract/approvals.ts";
import {
  type Answer,
  type Call,
  refusal,
  renderPage,
  serve,
  setOnline,
  stubLayout,
} from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { Toasts } from "../../ui/toasts.tsx";
import { anItem, atSubmission, decided, id } from "../testing.ts";
import { ApprovalsBoard } from "./approvals-board.tsx";

let items: PendingDetails[];
let onApprove: () => Answer;
let calls: Call[];

function answer({ path, method }: Call): Answer {
  if (path.endsWith("/transaction/requesters")) {
    return { body: { status: true, data: [{ id: id(99), name: "Chidi Ọbiọra" }] } };
  }
  if (path.endsWith(`/card/${id(61)}`)) return { body: { status: true, card: { last4: "4821", label: "Fuel" } } };
  if (path.includes("/team/changes")) return { body: { status: true, data: [], metadata: {} } };
  const [, found] = /\/transaction\/pending\/([^?]+)$/.exec(path) ?? [];
  if (found) return { body: { status: true, data: items.find((item) => item.id === found) } };
  if (path.includes("/transaction/pending")) {
    const status = new URLSearchParams(path.split("?")[1]).get("status");
    const data = items.filter((item) => status === "ALL" || item.status === status);
    const metadata = { page: 1, perPage: 20, totalRecords: data.length, totalPages: 1 };
    return { body: approvalEndpoints.listPendingTransactions.reply.parse({ status: true, data, metadata }) };
  }
  if (method === "DELETE") return { body: { status: true, message: "Transaction successfully removed." } };
  return onApprove();
}

const approvals = () => calls.filter(({ path }) => path.endsWith("/transaction/approve"));
const keys = () => approvals().map(({ headers }) => headers.get("idempotency-key"));
const article = () => screen.findByRole("article");
const approve = async () => within(await article()).findByRole("button", { name: "Approve" });
const open = (role: "Admin" | "Operator" = "Admin") => renderPage(<ApprovalsBoard />, { session: aSession(role) });

beforeEach(() => {
  stubLayout();
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  sessionStorage.clear();
  items = [anItem()];
  onApprove = () => {
    items = items.map((item, at) => (at === 0 ? decided(item, "APPROVED", "Tólá Bánkọ́lé") : item));
    return { body: { status: true, message: "Transaction successfully approved." } };
  };
  calls = serve(answer);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("says of a card funding whose wallet pays and that the prepaid card gets it", async () => {
  items = [anItem({ kind: "card_fund", category: "CARD_FUND", target: null })];
  open();
  const text = (await article()).textContent;
  expect(screen.getByRole("link", { name: /Fund the card of Ifẹ/ })).toBeDefined();
  expect(text).toContain("2204510003");
  expect(text).toContain("Prepaid card of the customer");
});

it("links the card that a funding names, because a customer may have several", async () => {
  const metadata = { customerId: id(51), cardId: id(61), amount: 4_500_000 };
  items = [anItem({ kind: "card_fund", category: "CARD_FUND", target: null, metadata })];
  open();
  const card = await within(await article()).findByRole("link", { name: "Prepaid card •••• 4821" });
  expect(card.getAttribute("href")).toBe(`/cards/${id(61)}`);
  expect((await article()).textContent).toContain("Fuel");
});

describe("a request that needs two approvers", () => {
  const first = { by: id(77), byName: "Bọ́lá Adé", at: "2026-11-19T12:00:00.000Z", comment: "Called.", isValid: true };

  it("says how many approvals are given, who was first, and sends the first approver that it showed", async () => {
    items = [anItem({ approvals: { needed: 2, first: null } })];
    onApprove = () => {
      items = [anItem({ approvals: { needed: 2, first } })];
      return { body: { status: true, message: "Recorded." } };
    };
    open();
    expect((await article()).textContent).toContain("0 of 2 approvals");
    await userEvent.click(await screen.findByRole("button", { name: "Give first approval" }));
    await waitFor(() => expect(approvals()[0]?.body).toMatchObject({ firstApprover: null }));
    const text = async () => (await article()).textContent;
    await waitFor(async () => expect(await text()).toContain("1 of 2 approvals"));
    expect(await text()).toContain("First approved by Bọ́lá Adé");
    expect(await text()).toContain("“Called.”");
    await userEvent.click(await approve());
    await waitFor(() => expect(approvals()[1]?.body).toMatchObject({ firstApprover: first.by }));
  });

  it("does not send where somebody else approved first meanwhile, and shows who", async () => {
    items = [anItem({ approvals: { needed: 2, first: null } })];
    open();
    const button = await screen.findByRole("button", { name: "Give first approval" });
    items = [anItem({ approvals: { needed: 2, first } })];
    await userEvent.click(button);
    expect(await approve()).toBeDefined();
    expect(approvals()).toEqual([]);
  });
});

it("sorts and filters on the service", async () => {
  const onSearch = () => calls.filter(({ path }) => path.includes("sort=")).at(-1)?.path ?? "";
  open();
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Sort by" }), "Expiring first");
  await waitFor(() => expect(onSearch()).toContain("sort=expiry"));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "Transfer");
  await screen.findByRole("option", { name: "Chidi Ọbiọra" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Requester" }), "Chidi Ọbiọra");
  await waitFor(() => expect(onSearch()).toContain(`kind=transfer&creator=${id(99)}`));
});

describe("a pending request", () => {
  it("is named by payer and payee, and the newest is open beside the list", async () => {
    open();
    expect(await screen.findByRole("link", { name: "Ifẹ → Chịnaza", current: true })).toBeDefined();
    expect((await article()).textContent).toContain("₦45,000.00");
  });

  it("is marked if something changed since submission, in the list and on the changed line", async () => {
    const source = atSubmission.source && { ...atSubmission.source, balance: 5_000_000 };
    items = [anItem({ mark: "changed", checks: { atSubmission, now: { ...atSubmission, source } } })];
    open();
    const from = await within(await article()).findByRole("table", { name: "From" });
    expect(within(from).getByRole("row", { name: /Available ₦90,000.00 Changed since ?₦50,000.00/ })).toBeDefined();
    expect(screen.getAllByRole("img", { name: "Changed since" })).toHaveLength(2);
  });

  it.each([
    ["credit", "Credit Chịnaza", "Merchant wallet → Chịnaza"],
    ["debit", "Debit Ifẹ", "Ifẹ → Merchant wallet"],
  ] as const)("of a %s names the customer, both sides, and the checks then and now", async (kind, title, sides) => {
    const merchant = { customerId: null, name: "Merchant wallet", accountNumber: "2204500001" };
    items = [anItem({ kind, ...(kind === "credit" ? { source: merchant } : { target: merchant }) })];
    open();
    expect(await screen.findByRole("link", { name: title, current: true })).toBeDefined();
    const text = (await article()).textContent ?? "";
    for (const side of [...sides.split(" → "), merchant.accountNumber]) expect(text).toContain(side);
    expect(within(await article()).getAllByRole("table")).toHaveLength(2);
  });

  it("is part of one list request, and its details are read only when opened", async () => {
    items = [anItem(), anItem({ id: id(12), mark: "failing" }), anItem({ id: id(13) })];
    open();
    await article();
    expect(screen.getAllByRole("link", { name: "Ifẹ → Chịnaza" })).toHaveLength(3);
    expect(screen.getByRole("img", { name: "A check fails now" })).toBeDefined();
    expect(calls.filter(({ path }) => /\/pending\/[^?]+$/.test(path)).map(({ path }) => path.slice(-2))).toEqual([
      "11",
    ]);
    expect(calls.some(({ path }) => path.includes("/wallet"))).toBe(false);
  });

  it("is listed under Mine for users who submit but do not approve", async () => {
    open("Operator");
    expect(screen.getByRole("tab", { name: /Mine/ }).getAttribute("aria-selected")).toBe("true");
    await waitFor(() => expect(calls.some(({ path }) => path.includes("scope=mine"))).toBe(true));
  });
});

describe("Approve", () => {
  it("rechecks, sends the comment with a key, and announces it", async () => {
    open();
    await userEvent.type(await screen.findByLabelText("Comment (optional)"), "Agreed.");
    await userEvent.click(await approve());
    await waitFor(() => expect(approvals()).toHaveLength(1));
    expect(approvals()[0]?.body).toEqual({ transactionId: id(11), firstApprover: null, comment: "Agreed." });
    expect(approvals()[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("is blocked by a failing check, with its reason", async () => {
    const reasons = [{ code: "destination_inactive", message: "Destination wallet is not active." }];
    items = [anItem({ checks: { atSubmission, now: { ...atSubmission, allowed: false, reasons } } })];
    open();
    const button = await approve();
    await userEvent.click(button);
    const why = document.getElementById(button.getAttribute("aria-describedby") ?? "");
    expect(why?.textContent).toBe("Cannot be approved now: Destination wallet is not active.");
    expect(approvals()).toHaveLength(0);
  });

  it("sends nothing if a check begins to fail before the click", async () => {
    open();
    const button = await approve();
    const reasons = [{ code: "insufficient_balance", message: "Insufficient balance." }];
    items = [anItem({ checks: { atSubmission, now: { ...atSubmission, allowed: false, reasons } } })];
    await userEvent.click(button);
    expect(await screen.findByText("Cannot be approved now: Insufficient balance.")).toBeDefined();
    expect(approvals()).toHaveLength(0);
  });

  it("sends nothing by itself when a network comes back that was lost during the recheck", async () => {
    open();
    const button = await approve();
    let isLost = true;
    calls = serve((call) => {
      if (!isLost || !call.path.endsWith(`/transaction/pending/${id(11)}`)) return answer(call);
      setOnline(false);
      return "cut";
    });
    await userEvent.click(button);
    expect(await screen.findByText(/^The dashboard couldn’t be reached/)).toBeDefined();
    isLost = false;
    act(() => setOnline(true));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(approvals()).toEqual([]);
  });

  it("of an upload shows its rows and asks for the total in naira", async () => {
    items = [
      anItem({
        kind: "upload",
        batchId: id(61),
        type: "CREDIT",
        amount: 45_000,
        metadata: { items: 1_202, rows: 1_204 },
        repeats: {
          checkedRows: 1_204,
          paid: { rows: 0, paidBy: [] },
          recent: {
            rows: 816,
            paidBy: [{ batchId: id(62), batchReference: "imp-a", paidAt: new Date().toISOString() }],
          },
        },
      }),
    ];
    open();
    expect(await screen.findByText("816 rows would be paid again")).toBeDefined();
    expect(screen.getByRole("link", { name: "imp-a" }).getAttribute("href")).toBe(`/imports/credit/${id(62)}`);
    const link = await within(await article()).findByRole("link", { name: "See its rows" });
    expect(link.getAttribute("href")).toBe(`/imports/credit/${id(61)}`);
    expect(await screen.findByText("1,202 of 1,204")).toBeDefined();
    expect(screen.getByRole("link", { name: "Upload, 1,202 credits" })).toBeDefined();
    await userEvent.click(await approve());
    expect(await screen.findByText("Type 450 to approve.")).toBeDefined();
    await userEvent.type(screen.getByLabelText("Type the total in naira to approve"), "450");
    await userEvent.click(await approve());
    await waitFor(() => expect(approvals()).toHaveLength(1));
  });

  it("of the user's own request is blocked, and Withdraw is offered", async () => {
    const reason = "You submitted this transaction. Another member must approve it.";
    items = [
      anItem({ viewer: { canApprove: false, canDecline: false, selfApproval: false, canWithdraw: true, reason } }),
    ];
    open();
    expect((await approve()).getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByText(reason)).toBeDefined();
    expect(await screen.findByText("Yours")).toBeDefined();
    expect(screen.getByRole("button", { name: "Withdraw" })).toBeDefined();
  });

  it("of the user's own request warns that it is recorded if nobody else could approve", async () => {
    items = [
      anItem({ viewer: { canApprove: true, canDecline: false, selfApproval: true, canWithdraw: true, reason: null } }),
    ];
    open();
    expect(await screen.findByText("This is your own request")).toBeDefined();
    expect((await approve()).getAttribute("aria-disabled")).toBeNull();
  });

  it("from a million naira requires typing the total", async () => {
    items = [anItem({ amount: 125_000_000 })];
    open();
    await userEvent.click(await approve());
    const total = screen.getByLabelText("Type the total in naira to approve");
    expect(document.activeElement).toBe(total);
    expect(screen.getByText("Type 1,250,000 to approve.")).toBeDefined();
    expect(approvals()).toHaveLength(0);
    await userEvent.type(total, "1.25m");
    await userEvent.click(await approve());
    await waitFor(() => expect(approvals()).toHaveLength(1));
  });

  it("by Ctrl+Enter opens the next row and moves the focus there", async () => {
    items = [anItem(), anItem({ id: id(12), amount: 700 })];
    open();
    await approve();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    const next = () => document.activeElement?.getAttribute("data-row");
    await waitFor(() => expect(next()).toBe(id(12)));
    expect((await article()).textContent).toContain("₦7.00");
  });

  it("after another user's decision names that user, and the request stays open", async () => {
    onApprove = () => {
      items = [decided(anItem(), "DECLINED", "Adaeze Nwọsu")];
      return refusal(409, "approval_decided", "This transaction is no longer pending. Nothing was done.");
    };
    open();
    await userEvent.click(await approve());
    const notice = await screen.findByText("Someone else decided first. Your decision changed nothing.");
    expect(notice.closest("[role=alert]")?.textContent).toContain("Declined by Adaeze Nwọsu");
  });

  it("with a late response is reported after another row was opened, and leaves that row open", async () => {
    items = [anItem(), anItem({ id: id(12), amount: 700 })];
    let release: (answer: Answer) => void = () => undefined;
    calls = serve((call) =>
      call.path.endsWith("/transaction/approve") ? new Promise<Answer>((resolve) => (release = resolve)) : answer(call),
    );
    open();
    await userEvent.click(await approve());
    await waitFor(() => expect(approvals()).toHaveLength(1));
    const [, other] = screen.getAllByRole("link", { name: "Ifẹ → Chịnaza" });
    if (other) await userEvent.click(other);
    await screen.findByRole("heading", { name: "₦7.00" });
    await act(async () => release(refusal(403, "approval_limit_exceeded", "The amount is above your approval limit.")));
    render(<Toasts />);
    expect(
      (await screen.findAllByText("Not approved: ₦45,000.00. The amount is above your approval limit.")).length,
    ).toBeGreaterThan(0);
    expect(screen.getByRole("heading", { name: "₦7.00" })).toBeDefined();
  });

  it("is resent with the same key after a lost response", async () => {
    open();
    const button = await approve();
    const done = onApprove;
    onApprove = () => (approvals().length === 1 ? "cut" : done());
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await userEvent.click(button);
    expect(await screen.findByText("Confirming… It can’t be approved twice.")).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    await waitFor(() => expect(approvals()).toHaveLength(2));
    expect(new Set(keys()).size).toBe(1);
  });

  it("stays unknown until the service decides, even if a retry reports that nothing was done", async () => {
    open();
    const button = await approve();
    const done = onApprove;
    const unavailable = refusal(503, "unavailable", "The service is busy. Nothing was done.");
    onApprove = () =>
      [undefined, "cut" as const, unavailable, "cut" as const, unavailable][approvals().length] ?? done();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await userEvent.click(button);
    await act(() => vi.advanceTimersByTimeAsync(25_000));
    const again = await screen.findByRole("button", { name: "Try again" });
    expect(screen.getByText("Confirming… It can’t be approved twice.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Decline" }).getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(again);
    await waitFor(() => expect(approvals()).toHaveLength(5));
    expect(new Set(keys()).size).toBe(1);
  });

  it("uses a new key after a refusal", async () => {
    onApprove = () => refusal(403, "approval_limit_exceeded", "The amount is above your approval limit.");
    open();
    await userEvent.click(await approve());
    expect(await screen.findByText("The amount is above your approval limit.")).toBeDefined();
    await userEvent.click(await approve());
    await waitFor(() => expect(approvals()).toHaveLength(2));
    expect(new Set(keys()).size).toBe(2);
  });
});

describe("Decline", () => {
  it("requires a reason, and sends it", async () => {
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Decline" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Decline request" }));
    await userEvent.click(sheet.getByRole("button", { name: "Decline" }));
    expect(await sheet.findByText("Choose a reason.")).toBeDefined();
    await userEvent.click(sheet.getByRole("radio", { name: "Other" }));
    await userEvent.click(sheet.getByRole("button", { name: "Decline" }));
    expect(await sheet.findByText("Say why in at least 10 characters.")).toBeDefined();
    await userEvent.click(sheet.getByRole("radio", { name: "Suspected fraud" }));
    await userEvent.click(sheet.getByRole("button", { name: "Decline" }));
    await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
    expect(calls.find(({ method }) => method === "DELETE")?.body).toEqual({ reason: "Suspected fraud" });
  });
});
