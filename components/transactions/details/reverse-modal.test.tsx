import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { TransactionDetails } from "../../../contract/transactions.ts";
import type { MovementPreview } from "../../../contract/transfers.ts";
import { type Answer, refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { useToasts } from "../../ui/toast-store.ts";
import { ReverseModal } from "./reverse-modal.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ID = "0190a000-0000-7000-8000-000000000009";
const transaction = {
  id: ID,
  amount: 123_400,
  sourceWallet: { name: "Ada Obi" },
  destinationWallet: { name: "Bola Ade" },
} as TransactionDetails;

const WAITS = { required: true, needed: 1, approvers: ["Adaeze Nwọsu"] };
type Preview = { reasons?: { code: string; message: string }[]; approval?: MovementPreview["approval"] };

function NewestToast() {
  return <p>{useToasts().at(-1)?.title}</p>;
}

function open(answer: Answer = { body: { status: true } }, { reasons = [], approval = WAITS }: Preview = {}) {
  const onClose = vi.fn();
  const data = { allowed: reasons.length === 0, reasons, approval };
  const calls = serve(({ path }) => (path.endsWith("/preview") ? { body: { status: true, data } } : answer));
  renderPage(
    <>
      <ReverseModal transaction={transaction} isOpen onClose={onClose} />
      <NewestToast />
    </>,
  );
  const sent = () => calls.filter(({ path }) => path.endsWith(`/transaction/${ID}/reverse`));
  return { onClose, sent };
}

const submit = async () => userEvent.click(await screen.findByRole("button", { name: "Submit for approval" }));

test("says what goes back to whom; nothing is sent without a reason", async () => {
  const { sent } = open();
  expect(await screen.findByText(/^₦1,234.00 goes back from Bola Ade to Ada Obi/)).toBeDefined();
  await submit();
  expect(screen.getByText("Enter a reason.")).toBeDefined();
  expect(sent()).toEqual([]);
});

test("the reason is sent by Enter, trimmed, under a key, and the dialog closes", async () => {
  const { sent, onClose } = open();
  await userEvent.type(await screen.findByLabelText("Reason"), "  Wrong customer {Enter}");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent().map(({ body }) => body)).toEqual([{ reason: "Wrong customer" }]);
  expect(sent()[0]?.headers.get("idempotency-key")).toBeTruthy();
  expect(await screen.findByText("Reversal submitted for approval")).toBeDefined();
});

test("without a needed approval, the button and the message say that it happens immediately", async () => {
  const data = { transactionId: ID, reference: "R-2", amount: 123_400 };
  const approval = { required: false, needed: 0, approvers: [] };
  const { onClose } = open({ body: { status: true, data } }, { approval });
  await userEvent.type(await screen.findByLabelText("Reason"), "Wrong customer");
  await userEvent.click(await screen.findByRole("button", { name: "Reverse now" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(await screen.findByText("Reversed")).toBeDefined();
});

const tooLittle = refusal(400, "insufficient_funds", "The wallet has too little money.");

test.each([
  ["a refusal", "another", tooLittle, /Nothing was reversed.*too little money/, 2],
  ["a lost answer", "the same", "cut" as const, /Not known yet/, 1],
])("%s keeps the reason, and a second try has %s key", async (_, _key, answer, text, keys) => {
  const { sent, onClose } = open(answer);
  const reason = await screen.findByLabelText("Reason");
  await userEvent.type(reason, "Wrong customer");
  await submit();
  expect((await screen.findByRole("alert")).textContent).toMatch(text);
  expect((reason as HTMLInputElement).value).toBe("Wrong customer");
  await submit();
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(new Set(sent().map(({ headers }) => headers.get("idempotency-key"))).size).toBe(keys);
  expect(onClose).not.toHaveBeenCalled();
});

test("the service's reason against it is shown before, and blocks the button", async () => {
  open(undefined, { reasons: [{ code: "wallet_frozen", message: "The wallet is frozen." }] });
  expect(await screen.findByText("The wallet is frozen.")).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Submit for approval" }).disabled).toBe(true);
});
