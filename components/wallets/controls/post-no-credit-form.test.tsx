import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aWallet } from "../../testing/replies.ts";
import { PostNoCreditForm } from "./post-no-credit-form.tsx";

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const done: Answer = { body: { status: true, message: "Post no credit successfully enabled." } };
const blocked = {
  postNoCredit: true,
  postNoCreditAt: "2026-11-18T09:03:00.000Z",
  postNoCreditBy: "Tólá Bánkọ́lé",
  postNoCreditReason: "Payout under review",
};

function open(postNoCredit: boolean, answer = done) {
  const calls = serve(() => answer);
  const onDone = vi.fn();
  renderPage(
    <PostNoCreditForm
      wallet={aWallet(postNoCredit ? blocked : {})}
      asOf={0}
      onDone={onDone}
      onCancel={() => undefined}
    />,
  );
  return { calls, onDone };
}

test("blocking explains the consequences, and requires no reason", async () => {
  const { calls, onDone } = open(false);
  expect(screen.getByText(/Credits and transfers into this wallet are refused/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Block credits" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(true));
  expect(calls[0]).toMatchObject({
    path: "/api/service/wallet/enable-post-no-credit",
    body: { customerId: aWallet().customerId },
  });
});

test("allowing shows who blocked credits and why, and sends the reason", async () => {
  const { calls, onDone } = open(true);
  expect(screen.getByText("Payout under review")).toBeTruthy();
  expect(screen.getByText(/Blocked by Tólá Bánkọ́lé/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Reason"), "  Review is over.  ");
  await userEvent.click(screen.getByRole("button", { name: "Allow credits" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(false));
  expect(calls[0]).toMatchObject({
    path: "/api/service/wallet/disable-post-no-credit",
    body: { reason: "Review is over." },
  });
});

test("a refusal keeps the sheet open, with the input", async () => {
  const { onDone } = open(false, refusal(403, "role_missing", "Only MainMerchant or Admin can do this."));
  await userEvent.type(screen.getByLabelText("Reason"), "Because.");
  await userEvent.click(screen.getByRole("button", { name: "Block credits" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Only MainMerchant or Admin can do this.");
  expect((screen.getByLabelText("Reason") as HTMLTextAreaElement).value).toBe("Because.");
  expect(onDone).not.toHaveBeenCalled();
});

test("the reason survives a reload until it is sent, and is not used for the opposite change", async () => {
  const value = () => (screen.getByLabelText("Reason") as HTMLTextAreaElement).value;
  open(false);
  await userEvent.type(screen.getByLabelText("Reason"), "Because.");
  cleanup();
  open(true);
  expect(value()).toBe("");
  cleanup();
  const { onDone } = open(false);
  expect(value()).toBe("Because.");
  await userEvent.click(screen.getByRole("button", { name: "Block credits" }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  cleanup();
  open(false);
  expect(value()).toBe("");
});
