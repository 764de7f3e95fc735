import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aWallet } from "../../testing/replies.ts";
import { WalletNotes } from "./wallet-notes.tsx";

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const { customerId } = aWallet();
const none = { body: { status: true, notes: [], metadata: { page: 1, perPage: 20, totalRecords: 0, totalPages: 0 } } };
const open = () => renderPage(<WalletNotes customerId={customerId} />);
const text = () => screen.getByLabelText<HTMLTextAreaElement>("New note");
const send = (name = "Add note") => userEvent.click(screen.getByRole("button", { name }));

function serveNotes(post: () => Answer) {
  const calls = serve(({ method }) => (method === "GET" ? none : post()));
  return () => calls.filter(({ method }) => method === "POST").map(({ headers }) => headers.get("idempotency-key"));
}

test("after a lost answer the note is locked and sent again under the same key, also after a reload", async () => {
  let answer: Answer = "cut";
  const keys = serveNotes(() => answer);
  open();
  await userEvent.type(text(), "Asked for a higher limit.");
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("Try again from here: it can’t happen twice.");
  expect(text().readOnly).toBe(true);
  await send("Retry safely");
  await waitFor(() => expect(keys()).toHaveLength(2));
  cleanup();
  answer = { status: 201, body: { status: true, note: {} } };
  open();
  expect(text().value).toBe("Asked for a higher limit.");
  await send();
  await waitFor(() => expect(text().value).toBe(""));
  expect(keys()).toHaveLength(3);
  expect(new Set(keys()).size).toBe(1);
});

test("a note that was refused is changed and sent with a new key", async () => {
  const keys = serveNotes(() => refusal(400, "customer_not_found", "This customer is unknown."));
  open();
  await userEvent.type(text(), "Asked");
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("This customer is unknown.");
  await userEvent.type(text(), " again");
  await send();
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(new Set(keys()).size).toBe(2);
});
