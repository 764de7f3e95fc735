import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { FundWalletForm } from "./fund-wallet-form.tsx";

const funded: Answer = {
  body: { status: true, data: { amount: 2_000_000, reference: "FND-1", availableBalance: 5_000_000 } },
};
const key = (call: { headers: Headers } | undefined) => call?.headers.get("idempotency-key");

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  const onDone = vi.fn();
  renderPage(<FundWalletForm onDone={onDone} onCancel={vi.fn()} />);
  return onDone;
}

const amount = () => screen.getByLabelText("Amount");
const send = (name = "Add funds") => userEvent.click(screen.getByRole("button", { name }));

test("sends an amount in naira as kobo, with a key", async () => {
  const calls = serve(() => funded);
  const onDone = open();
  await userEvent.type(amount(), "20k");
  expect(screen.getByText("= ₦20,000.00")).toBeTruthy();
  await send();
  await waitFor(() =>
    expect(onDone).toHaveBeenCalledWith({ amount: 2_000_000, reference: "FND-1", availableBalance: 5_000_000 }),
  );
  expect(calls[0]?.body).toEqual({ amount: 2_000_000 });
  expect(key(calls[0])).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ["1,5", "Use a point for kobo: 1,250.50"],
  ["0", "Enter an amount above zero."],
  ["{Tab}", "Enter an amount."],
])("%s is not sent", async (text, message) => {
  const calls = serve(() => funded);
  open();
  await userEvent.type(amount(), text);
  await send();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(calls).toEqual([]);
});

test("after a lost connection the same payment is retried under the same key, also after a reload", async () => {
  let answer: Answer = "cut";
  const calls = serve(() => answer);
  open();
  await userEvent.type(amount(), "20k");
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("It won’t be added twice");
  expect(amount().hasAttribute("readonly")).toBe(true);
  await send("Retry safely");
  cleanup();
  answer = funded;
  const onDone = open();
  await send();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(new Set(calls.map(key)).size).toBe(1);
  expect(calls).toHaveLength(3);
});

test.each([
  ["is still under way", refusal(409, "idempotency_in_flight", "Still in flight.")],
  ["broke inside the service", refusal(500, "internal", "Something went wrong.")],
  ["never reached the service", refusal(503, "service_unreachable", "Nothing was done.")],
])("an unknown payment whose retry %s stays one payment", async (_what, answer) => {
  const answers: Answer[] = ["cut", answer, funded];
  const calls = serve(() => answers[calls.length - 1] ?? funded);
  const onDone = open();
  await userEvent.type(amount(), "20k");
  await send();
  const again = { name: /^(Retry safely|Add funds)$/ };
  for (const count of [1, 2]) {
    await screen.findByRole("alert");
    expect(calls).toHaveLength(count);
    await userEvent.click(screen.getByRole("button", again));
  }
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(new Set(calls.map(key)).size).toBe(1);
});

test("money that arrives after the sheet was closed is reported, and the next payment starts anew", async () => {
  let release: (answer: Answer) => void = () => undefined;
  const calls = serve(() => new Promise<Answer>((resolve) => (release = resolve)));
  const onDone = open();
  await userEvent.type(amount(), "20k");
  await send();
  await waitFor(() => expect(calls).toHaveLength(1));
  cleanup();
  release(funded);
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(sessionStorage.length).toBe(0);
});

test("uses a new key after a refusal or with another amount", async () => {
  const calls = serve(() => refusal(403, "sandbox_only", "This is only possible in sandbox mode."));
  open();
  await userEvent.type(amount(), "20k");
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("only possible in sandbox");
  await send();
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(key(calls[0])).not.toBe(key(calls[1]));
});
