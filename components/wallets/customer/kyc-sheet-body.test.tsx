import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Wallet } from "../../../contract/wallets.ts";
import { type Answer, type Call, refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aCustomer, aWallet } from "../../testing/replies.ts";
import { KycSheetBody } from "./kyc-sheet-body.tsx";

const BVN = "22212345678";
const NIN = "70123456789";
const record = {
  firstName: "Ifeoluwa",
  lastName: "Adesina",
  dateOfBirth: "1988-03-07",
  phoneNumber: "08000000142",
  bvn: "5678",
};
const tiers = (["TIER_1", "TIER_2", "TIER_3"] as const).map((tier, index) => ({
  tier,
  dailyLimit: [5_000_000, 20_000_000, 500_000_000][index] ?? 0,
  singleLimit: 2_000_000,
  minBalance: 0,
  maxBalance: [30_000_000, 50_000_000, null][index] ?? null,
}));

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Answers = { lookup?: Answer; match?: Answer; link?: Answer; tier?: Answer };
const ok = (data: object): Answer => ({ body: { status: true, data } });
const flags = { customerId: aWallet().customerId, isBVNVerified: true, isNINVerified: true, nameMatch: true };

function open(wallet: Partial<Wallet>, answers: Answers = {}) {
  const answer = ({ path, method }: Call): Answer => {
    if (path === "/api/kyc/lookup") return answers.lookup ?? ok(record);
    if (path === "/api/kyc/match") return answers.match ?? ok({ match: true, score: 97 });
    if (path.startsWith("/api/service/customer/") && method === "GET") {
      return { body: { status: true, customer: aCustomer() } };
    }
    if (path === "/api/service/merchant/settings") return ok({ tiers });
    if (path === "/api/service/customer/tier") return answers.tier ?? ok({});
    return answers.link ?? ok(flags);
  };
  const calls = serve(answer);
  const none = { isBVNVerified: false, isNINVerified: false, isPhoneVerified: false, tier: "TIER_1" } as const;
  const page = <KycSheetBody wallet={aWallet({ ...none, ...wallet })} asOf={0} onClose={() => undefined} />;
  renderPage(page);
  return {
    writes: () => calls.filter(({ method }) => method === "PATCH"),
    asks: () => calls.filter(({ method }) => method === "POST"),
  };
}

const step = (name: string) => {
  const item = screen.getByRole("heading", { level: 3, name: new RegExp(`^${name}`) }).closest("li");
  return within(item ?? document.body);
};
async function lookUp() {
  await userEvent.type(screen.getByLabelText("BVN number"), BVN);
  await userEvent.click(screen.getByRole("button", { name: "Look up and compare" }));
}

test("missing steps are named before anything is pressed, beside the tier's limits", async () => {
  open({});
  const limits = within(step("Raise to Tier 3").getByRole("table", { name: "Limits now and at Tier 3" }));
  expect(await limits.findByText("₦5,000,000.00")).toBeTruthy();
  expect(step("Raise to Tier 2").getByText("Tier 2 needs a verified BVN.")).toBeTruthy();
  expect(step("Raise to Tier 3").getByText("Tier 3 needs a verified BVN and a verified NIN.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Raise to/ })).toBeNull();
});

test("a BVN is looked up and compared by POST requests, side by side, then linked", async () => {
  const { asks, writes } = open({});
  await lookUp();
  expect(await screen.findByText("It matches: 97 of 100")).toBeTruthy();
  expect(asks().map(({ path, body }) => [path, body])).toEqual([
    ["/api/kyc/lookup", { bvn: BVN }],
    ["/api/kyc/match", { bvn: BVN, customerId: aWallet().customerId }],
  ]);
  expect(screen.getByRole("row", { name: "Last name Adéṣínà Adesina" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Link BVN" }));
  await waitFor(() => expect(screen.getByRole("status", { name: "" }).textContent).toBe("BVN linked."));
  expect(writes()).toMatchObject([{ path: "/api/service/customer/bvn", body: { bvn: BVN } }]);
  expect((screen.getByLabelText("BVN number") as HTMLInputElement).value).toBe("");
});

test("the digits are in no attribute, storage or address", async () => {
  open({});
  await lookUp();
  await screen.findByText("It matches: 97 of 100");
  const seen = [document.documentElement.outerHTML, { ...sessionStorage }, { ...localStorage }, location.href];
  expect(JSON.stringify(seen)).not.toContain(BVN);
});

test("a mismatching BVN cannot be linked, and the reason is shown", async () => {
  open({}, { match: ok({ match: false, score: 12 }) });
  await lookUp();
  expect(await screen.findByText("It doesn’t match: 12 of 100")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Link BVN" })).toBeNull();
});

test("the lookup result is cleared when another number is typed", async () => {
  open({});
  await lookUp();
  await screen.findByRole("button", { name: "Link BVN" });
  await userEvent.type(screen.getByLabelText("BVN number"), "{Backspace}9");
  expect(screen.queryByRole("button", { name: "Link BVN" })).toBeNull();
});

test("an unknown BVN is reported at the field, an outage as a failure that changed nothing", async () => {
  open({}, { lookup: refusal(404, "bvn_not_found", "The registry has no such BVN.") });
  await lookUp();
  expect(await screen.findByText("The registry has no such BVN.")).toBeTruthy();
  cleanup();
  open({}, { lookup: refusal(503, "registry_unavailable", "The identity registry does not answer.") });
  await lookUp();
  expect((await screen.findByRole("alert", undefined, { timeout: 5_000 })).textContent).toContain(
    "Nothing was changed. Try again.",
  );
});

test("a NIN whose check fails reports that the wallet is frozen", async () => {
  open({ isBVNVerified: true, tier: "TIER_2" }, { link: ok({ ...flags, isNINVerified: false }) });
  await userEvent.type(screen.getByLabelText("NIN number"), NIN);
  await userEvent.click(screen.getByRole("button", { name: "Link NIN" }));
  expect((await screen.findByRole("alert")).textContent).toContain(
    "The NIN failed its check, and the wallet is frozen",
  );
});

test("a number of another customer links to them", async () => {
  const message = "This NIN is linked to another customer.";
  const errors = [{ message, customerId: "0190a000-0000-7000-8000-000000000099" }];
  open(
    { isBVNVerified: true },
    { link: { status: 400, body: { status: false, code: "identity_taken", message, requestId: "r", errors } } },
  );
  await userEvent.type(screen.getByLabelText("NIN number"), NIN);
  await userEvent.click(screen.getByRole("button", { name: "Link NIN" }));
  expect((await screen.findByRole("link", { name: "Open wallet" })).getAttribute("href")).toContain("0099");
});

test("a tier is raised with its limits beside the current ones; a refusal is shown", async () => {
  const { writes } = open(
    { isBVNVerified: true },
    { tier: refusal(400, "tier_document_missing", "TIER_2 needs a verified BVN.") },
  );
  const tier2 = step("Raise to Tier 2");
  expect(await tier2.findByText("₦200,000.00", { selector: "td:last-child" })).toBeTruthy();
  await userEvent.click(tier2.getByRole("button", { name: "Raise to Tier 2" }));
  expect((await screen.findByRole("alert")).textContent).toContain("TIER_2 needs a verified BVN.");
  expect(writes()).toMatchObject([{ path: "/api/service/customer/tier", body: { tier: "TIER_2" } }]);
});
