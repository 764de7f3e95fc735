import { cleanup, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, refusal, renderPage, serve } from "../testing/render-page.tsx";
import { aCustomer } from "../testing/replies.ts";
import { useToasts } from "../ui/toast-store.ts";
import { IssueCardModal } from "./issue-card-modal.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: vi.fn() }) }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(answer: Answer) {
  const calls = serve(({ method }) => (method === "GET" ? { body: { status: true, customer: aCustomer() } } : answer));
  const onClose = vi.fn();
  renderPage(<IssueCardModal customerId={aCustomer().id} isOpen onClose={onClose} />);
  const posts = () => calls.filter(({ method }) => method === "POST");
  const keys = () => posts().map(({ headers }) => headers.get("idempotency-key"));
  return { onClose, posts, keys };
}

const address = () => screen.getByLabelText<HTMLInputElement>("Billing address");
const send = (name = "Issue card") => userEvent.click(screen.getByRole("button", { name }));

test("a refused order is corrected and sent with a new key", async () => {
  const { keys } = open(refusal(422, "card_issuer_refused", "The card issuer refused this: the address is too short."));
  await userEvent.type(address(), "12");
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("No card was issued");
  await userEvent.type(address(), " Marina Road");
  await send();
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(new Set(keys()).size).toBe(2);
});

test("after a lost answer nothing can be changed, and the same order is repeated under its key", async () => {
  const { posts, keys } = open("cut");
  await userEvent.type(address(), "12 Marina Road");
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("Try again from here: it can’t happen twice.");
  await userEvent.type(address(), ", Lagos");
  await userEvent.click(screen.getByRole("radio", { name: "Physical" }));
  await send("Retry safely");
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(new Set(keys()).size).toBe(1);
  expect(posts()[1]?.body).toEqual(posts()[0]?.body);
});

test("an order that its issuer has not answered is made: it does not say that no card was issued", async () => {
  const { result } = renderHook(() => useToasts());
  const { onClose, keys } = open(refusal(503, "card_order_open", "The card issuer has not answered yet."));
  await userEvent.type(address(), "12 Marina Road");
  await send();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(result.current.at(-1)?.title).toBe("Card ordered. The issuer has not answered yet."));
  expect(screen.queryByText("No card was issued")).toBeNull();
  await send();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(new Set(keys()).size).toBe(2);
});
