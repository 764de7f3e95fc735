import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, type Call, refusal, renderPage, serve, stubLayout } from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { aSubscription } from "../testing.ts";
import { EditSubscriptionForm } from "./forms/edit-subscription-form.tsx";
import { NewSubscription } from "./forms/new-subscription.tsx";
import { SubscriptionDetails } from "./subscription-details.tsx";
import { SubscriptionsBoard } from "./subscriptions-board.tsx";

const push = vi.fn();
vi.mock("next/navigation", () => ({
  usePathname: () => "/webhooks",
  useRouter: () => ({ push, replace: vi.fn() }),
}));

beforeEach(stubLayout);
afterEach(() => {
  cleanup();
  push.mockClear();
  vi.unstubAllGlobals();
});

const ok = (data: unknown): Answer => ({ body: { success: true, data } });
const settings = { webhookMode: "BOTH", callbackURL: null };

function world(answers: (call: Call) => Answer | undefined, list = [aSubscription()]) {
  return serve((call) => {
    const given = answers(call);
    if (given) return given;
    if (call.path.endsWith("/settings")) return ok(settings);
    if (call.path.endsWith("/events")) {
      return ok([
        { type: "wallet.credit", description: "A customer's wallet was credited.", example: null },
        { type: "*", description: "Every event.", example: null },
      ]);
    }
    return ok(list);
  });
}

test("a row shows events and health, and never rounds up to 100 %", async () => {
  world(() => undefined);
  renderPage(<SubscriptionsBoard />);
  expect(await screen.findByRole("link", { name: "Wallet events" })).toBeDefined();
  expect(screen.getByText("wallet.credit, wallet.debit +1")).toBeDefined();
  expect(screen.getByText("99.9 %")).toBeDefined();
  const spark = screen.getByRole("img", { name: "Last 24 hours: 2,499 delivered, 1 failed" });
  expect(spark.childElementCount).toBe(24);
  expect(screen.getByRole("meter", { name: /this minute/ }).getAttribute("aria-valuenow")).toBe("37");
});

test("the switch shows the new state immediately, and reverts if the service refuses", async () => {
  let answer: (value: Answer) => void = () => undefined;
  const calls = world(({ method }) =>
    method === "PUT" ? (new Promise((done) => (answer = done)) as never) : undefined,
  );
  renderPage(<SubscriptionsBoard />);
  const toggle = await screen.findByRole("switch", { name: "Wallet events is active" });
  await userEvent.click(toggle);
  await waitFor(() => expect(toggle.getAttribute("aria-checked")).toBe("false"));
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ active: false });
  answer(refusal(500, "internal", "No."));
  await waitFor(() => expect(toggle.getAttribute("aria-checked")).toBe("true"));
});

test("a second toggle is sent after the response to the first, so that the last one counts", async () => {
  const answers: ((value: Answer) => void)[] = [];
  const calls = world(({ method }) =>
    method === "PUT" ? (new Promise<Answer>((done) => answers.push(done)) as never) : undefined,
  );
  const sent = () => calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  renderPage(<SubscriptionsBoard />);
  const toggle = await screen.findByRole("switch", { name: "Wallet events is active" });
  await userEvent.click(toggle);
  await waitFor(() => expect(toggle.getAttribute("aria-checked")).toBe("false"));
  await userEvent.click(toggle);
  await waitFor(() => expect(toggle.getAttribute("aria-checked")).toBe("true"));
  expect(sent()).toEqual([{ active: false }]);
  answers[0]?.(ok(aSubscription()));
  await waitFor(() => expect(sent()).toEqual([{ active: false }, { active: true }]));
});

test("read-only users see everything, with the reason why they cannot change it", async () => {
  const calls = world(() => undefined);
  renderPage(<SubscriptionsBoard />, { session: aSession("Support") });
  const toggle = await screen.findByRole("switch", { name: "Wallet events is active" });
  const change = screen.getByRole("button", { name: "Change" });
  for (const control of [toggle, change]) {
    expect(control.getAttribute("aria-disabled")).toBe("true");
    const reason = document.getElementById(control.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toContain("Your role (Support) can see webhooks but not change");
    await userEvent.click(control);
  }
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("LEGACY with subscriptions shows a warning", async () => {
  world(({ path }) =>
    path.endsWith("/settings") ? ok({ webhookMode: "LEGACY", callbackURL: "https://a.example" }) : undefined,
  );
  renderPage(<SubscriptionsBoard />);
  expect(await screen.findByText("The subscriptions below receive nothing in this mode")).toBeDefined();
});

test.each([
  ["made", <NewSubscription key="new" />],
  ["looked at", <SubscriptionDetails key="one" id={aSubscription().id} />],
])("a subscription that is %s in LEGACY is reported to receive nothing", async (_, page) => {
  const legacy = ok({ webhookMode: "LEGACY", callbackURL: "https://a.example" });
  world(({ path }) => {
    if (path.endsWith("/settings")) return legacy;
    return path.includes("/subscription/") ? ok(aSubscription()) : undefined;
  });
  renderPage(page);
  expect(await screen.findByText("It receives nothing in the current mode")).toBeDefined();
});

test("J and K move between subscriptions", async () => {
  world(() => undefined, [aSubscription(), aSubscription({ id: "s-2", description: "Orders" })]);
  renderPage(<SubscriptionsBoard />);
  const second = await screen.findByRole("link", { name: "Orders" });
  await userEvent.keyboard("jj");
  expect(document.activeElement).toBe(second);
});

test("editing can demand the answer to a challenge, and sends it only when it is changed", async () => {
  const calls = world(({ method }) => (method === "PUT" ? ok(aSubscription()) : undefined));
  const edit = () => {
    renderPage(<EditSubscriptionForm subscription={aSubscription()} onDone={() => undefined} />);
    return screen.findByRole("checkbox", { name: /^Send events only after the endpoint has answered a challenge/ });
  };
  const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
  const sent = () => calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(await edit()).toHaveProperty("checked", false);
  await save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  cleanup();
  await userEvent.click(await edit());
  await save();
  await waitFor(() => expect(sent()).toHaveLength(2));
  const { events, description } = aSubscription();
  expect(sent()).toEqual([
    { events, description },
    { events, description, verifyEndpoint: true },
  ]);
});

test("Test sends one event as its sheet opens, and another at a press", async () => {
  const tests = (calls: Call[]) =>
    calls.filter(({ method, path }) => method === "POST" && path.includes("/webhook/test/"));
  let sent = 0;
  const calls = world(({ method }) => {
    if (method !== "POST") return;
    sent += 1;
    const result = { deliveryId: `d-${sent}`, delivered: true, httpStatusCode: 200, responseTimeMs: 184 };
    return ok({ ...result, errorCode: null, errorMessage: null });
  });
  renderPage(<SubscriptionsBoard />);
  await userEvent.click(await screen.findByRole("button", { name: /^Actions for/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Test" }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText("200 in 184 ms")).toBeDefined();
  expect(tests(calls)).toHaveLength(1);
  await userEvent.click(sheet.getByRole("button", { name: "Send another test" }));
  await waitFor(() => expect(sheet.getAllByText("200 in 184 ms")).toHaveLength(2));
  expect(tests(calls)).toHaveLength(2);
});

test("deleting requires the host name", async () => {
  const calls = world(({ method }) => (method === "DELETE" ? { body: { success: true, message: "Gone" } } : undefined));
  renderPage(<SubscriptionsBoard />);
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Wallet events" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const sheet = await screen.findByRole("dialog", { name: "Delete Wallet events" });
  const box = within(sheet).getByLabelText("Type hooks.ada.example to confirm");
  const send = within(sheet).getByRole("button", { name: "Delete subscription" });
  await userEvent.type(box, "ada.example");
  await userEvent.click(send);
  expect(within(sheet).getByText("That is not the host name above.")).toBeDefined();
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  await userEvent.clear(box);
  await userEvent.type(box, "Hooks.Ada.example");
  await userEvent.click(send);
  await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
});

test('a lost response is not reported as "nothing was deleted"', async () => {
  world(({ method }) => (method === "DELETE" ? "cut" : undefined));
  renderPage(<SubscriptionsBoard />);
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Wallet events" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const sheet = await screen.findByRole("dialog", { name: "Delete Wallet events" });
  await userEvent.type(within(sheet).getByLabelText("Type hooks.ada.example to confirm"), "hooks.ada.example");
  await userEvent.click(within(sheet).getByRole("button", { name: "Delete subscription" }));
  const { textContent } = await within(sheet).findByRole("alert");
  expect(textContent).toContain("Not known yet");
  expect(textContent).not.toContain("Not deleted");
});

test("without subscriptions the first step is named", async () => {
  world(() => undefined, []);
  renderPage(<SubscriptionsBoard />);
  expect(await screen.findByText("No subscription yet")).toBeDefined();
});

test("a subscription is created once, with its events, under one key", async () => {
  const calls = world(({ method }) => (method === "POST" ? ok(aSubscription()) : undefined));
  renderPage(<NewSubscription />);
  await userEvent.click(await screen.findByRole("button", { name: "Subscribe" }));
  expect(screen.getByText("Choose at least one event.")).toBeDefined();
  expect(screen.getByText(/Enter a full URL/)).toBeDefined();
  await userEvent.type(screen.getByLabelText("URL"), "https://hooks.ada.example/wallets");
  await userEvent.click(await screen.findByRole("checkbox", { name: /wallet\.credit/ }));
  await userEvent.dblClick(screen.getByRole("button", { name: "Subscribe" }));
  await waitFor(() => expect(push).toHaveBeenCalledWith(`/webhooks/${aSubscription().id}`));
  const posts = calls.filter(({ method }) => method === "POST");
  expect(posts).toHaveLength(1);
  expect(posts[0]?.body).toEqual({ url: "https://hooks.ada.example/wallets", events: ["wallet.credit"] });
  expect(posts[0]?.headers.get("idempotency-key")).toBeTruthy();
});

test("the service's error about the URL is shown at the URL", async () => {
  const message = "must not be a private address";
  world(({ method }) =>
    method === "POST"
      ? {
          status: 400,
          body: { success: false, code: "validation_failed", message, errors: [{ field: "url", message }] },
        }
      : undefined,
  );
  renderPage(<NewSubscription />);
  await userEvent.type(await screen.findByLabelText("URL"), "https://10.0.0.1");
  await userEvent.click(await screen.findByRole("checkbox", { name: /All events/ }));
  await userEvent.click(screen.getByRole("button", { name: "Subscribe" }));
  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.getByLabelText("URL").getAttribute("aria-invalid")).toBe("true");
});
