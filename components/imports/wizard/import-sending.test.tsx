import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import {
  ACCOUNT,
  accepted,
  BATCH,
  EARLIER,
  isBlocked,
  openWith,
  openWizardHarness,
  press,
  sendButton,
  twoPayments,
  typeTotal,
  user,
} from "../../testing/wizard-harness.tsx";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }), usePathname: () => "/imports/new" }));
const harness = openWizardHarness();
beforeEach(() => push.mockReset());

const cut = { status: 504, body: { status: false, code: "outcome_unknown", message: "No answer." } };

async function send() {
  await openWith("credit", twoPayments);
  await press("Review 2 rows");
  await typeTotal("2500.50");
  await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
  await user.click(await sendButton());
}
const keys = () => new Set(harness.uploads.map(({ headers }) => headers.get("idempotency-key")));

test("sends the ready rows in kobo, each with a reference, and opens their batch", async () => {
  await send();
  await waitFor(() => expect(push).toHaveBeenCalledWith(`/imports/credit/${BATCH}`));
  const [upload] = harness.uploads;
  expect(upload?.path).toBe("/api/service/wallet/bulk-credit-customer");
  expect(upload?.fields).toMatchObject({
    fileName: "rows.csv",
    operation: "credit",
    batchReference: expect.stringMatching(/^imp-[0-9a-f]{16}-20261121$/),
  });
  const lines = (await upload?.text)?.split("\r\n") ?? [];
  expect(lines[1]).toMatch(new RegExp(`^,,${ACCOUNT},150000,imp-20261121-[0-9a-f]{16},rent,$`));
  expect(lines[2]).toMatch(new RegExp(`^,,${ACCOUNT},100050,imp-20261121-[0-9a-f]{16},books,$`));
});

test("resends automatically under the same key when the connection is lost, and the first upload that arrives counts", async () => {
  harness.upload = () => (harness.uploads.length === 1 ? "cut" : accepted);
  await send();
  expect(await screen.findByText("Connection lost. Sending again.")).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  await waitFor(() => expect(push).toHaveBeenCalledOnce());
  expect([harness.uploads.length, keys().size]).toEqual([2, 1]);
  expect(await harness.uploads[1]?.text).toBe(await harness.uploads[0]?.text);
});

test("stops after the fourth attempt, with an unknown outcome", async () => {
  harness.upload = () => cut;
  await send();
  await screen.findByText("Connection lost. Sending again.");
  for (const ms of [2_100, 5_100, 15_100]) await act(() => vi.advanceTimersByTimeAsync(ms));
  expect(await screen.findByText("Confirming… Nobody is paid twice.")).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(harness.uploads).toHaveLength(4);
  harness.upload = () => accepted;
  await press("Send the same file again");
  await waitFor(() => expect(push).toHaveBeenCalledOnce());
  expect(keys().size).toBe(1);
});

test.each([
  [503, "service_unreachable"],
  [409, "merchant_changed"],
])("distinguishes not sent (%i %s) from unknown, and an unknown attempt stays unknown", async (status, code) => {
  const notSent = { status, body: { status: false, code, message: "Nothing was done." } };
  harness.upload = () => notSent;
  await send();
  expect(await screen.findByText("Not sent")).toBeDefined();
  harness.upload = () => cut;
  await press("Send the same file again");
  expect(await screen.findByText("Confirming… Nobody is paid twice.")).toBeDefined();
  harness.upload = () => notSent;
  await press("Send the same file again");
  await waitFor(() => expect(harness.uploads).toHaveLength(3));
  expect(await screen.findByText("Confirming… Nobody is paid twice.")).toBeDefined();
});

test("keeps the input after a refusal, and sends anew under another key", async () => {
  harness.upload = () => ({
    status: 400,
    body: { status: false, code: "validation_failed", message: "No such column." },
  });
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("No such column.");
  await press("Back to review");
  expect(screen.getByLabelText("Type the total in naira")).toHaveProperty("value", "2500.50");
  harness.upload = () => accepted;
  await waitFor(async () => expect(isBlocked(await sendButton())).toBe(false));
  await user.click(await sendButton());
  await waitFor(() => expect(push).toHaveBeenCalledOnce());
  expect(keys().size).toBe(2);
});

test("opens the batch of the same payments that someone else sent first", async () => {
  harness.upload = () => ({
    status: 400,
    body: { status: false, code: "reference_exists", message: "Reference already exist." },
  });
  await send();
  const link = await screen.findByRole("link", { name: "Open the earlier batch" });
  expect(link.getAttribute("href")).toBe(`/imports/credit/${EARLIER}`);
  expect(harness.calls.some(({ path }) => /credit-customer-status\?batchReference=imp-/.test(path))).toBe(true);
});
