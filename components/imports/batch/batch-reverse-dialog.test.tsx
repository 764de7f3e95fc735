import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { BatchReversalPreview } from "../../../contract/reversals.ts";
import type { AnyBatch } from "../../../lib/api/batches.ts";
import { renderPage, serve } from "../../testing/render-page.tsx";
import { useToasts } from "../../ui/toast-store.ts";
import { BatchReverseDialog } from "./batch-reverse-dialog.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const blocked = [{ code: "insufficient_balance", reason: "Insufficient balance", items: 1, amount: 5_000 }];

function NewestToast() {
  return <p>{useToasts().at(-1)?.title}</p>;
}

function open(preview: Partial<BatchReversalPreview>, reply: object = { status: true }) {
  const onClose = vi.fn();
  const data = {
    batchReference: "BATCH-0000000001",
    items: 2,
    amount: 123_400,
    blocked: [],
    hasMore: false,
    approval: { required: true, needed: 1, approvers: ["Adaeze Nwọsu"] },
    ...preview,
  };
  const calls = serve(({ path }) => ({ body: path.endsWith("/preview") ? { status: true, data } : reply }));
  const batch = { reference: "BATCH-0000000001" } as AnyBatch;
  renderPage(
    <>
      <BatchReverseDialog batch={batch} isOpen onClose={onClose} />
      <NewestToast />
    </>,
  );
  return { onClose, sent: () => calls.filter(({ path }) => path.endsWith("/reverse-batch-transaction")) };
}

test("says what goes back and why other rows cannot; the reason is sent once, under a key", async () => {
  const { sent, onClose } = open({ blocked });
  expect(await screen.findByText("2 rows can go back, ₦1,234.00 in total.")).toBeDefined();
  expect(screen.getByText("1 row, ₦50.00: Insufficient balance")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Submit for approval" }));
  expect(screen.getByText("Enter a reason.")).toBeDefined();
  expect(sent()).toEqual([]);
  await userEvent.type(screen.getByLabelText("Reason"), "  Wrong file {Enter}");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent().map(({ body }) => body)).toEqual([{ batchReference: "BATCH-0000000001", reason: "Wrong file" }]);
  expect(sent()[0]?.headers.get("idempotency-key")).toBeTruthy();
});

test("without a needed approval it happens immediately, and the message counts the rows that stayed", async () => {
  const data = { batchReference: "BATCH-0000000001", accepted: [{}], rejected: [{}], hasMore: false };
  open({ approval: { required: false, needed: 0, approvers: [] } }, { status: true, data });
  await userEvent.type(screen.getByLabelText("Reason"), "Wrong file");
  await userEvent.click(await screen.findByRole("button", { name: "Reverse now" }));
  expect(await screen.findByText("1 row couldn’t be reversed")).toBeDefined();
});

test.each([
  [[], "Every row was reversed before"],
  [blocked, "No row can go back now"],
])("cannot be sent if no row can go back", async (reasons, title) => {
  open({ items: 0, amount: 0, blocked: reasons });
  expect(await screen.findByText(title)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Submit for approval" }).disabled).toBe(true);
});
