import { expect, test } from "vitest";
import { actionText, factName, objectHref } from "./audit-words.ts";
import { factChanges } from "./fact-changes.ts";

test("changed fields come first, with money in naira", () => {
  const changes = factChanges({
    before: { role: "Operator", approvalLimit: null, email: "a@b.example" },
    after: { role: "Admin", approvalLimit: 5_000_000, email: "a@b.example" },
  });
  expect(changes).toEqual([
    { name: "role", before: "Operator", after: "Admin", isChanged: true },
    { name: "approvalLimit", before: "none", after: "₦50,000.00", isChanged: true },
    { name: "email", before: "a@b.example", after: "a@b.example", isChanged: false },
  ]);
});

test("IDs come last, so that the amount of a transfer is in sight", () => {
  const [to, from] = ["0190a000-0000-7000-8000-000000000002", "0190a000-0000-7000-8000-000000000001"];
  const changes = factChanges({
    before: null,
    after: { to, from, amount: 1_000, reference: "0190a000-0000-7000-8000-000000000003" },
  });
  expect(changes.map(({ name }) => name)).toEqual(["amount", "reference", "to", "from"]);
});

test("created objects have no before, removed objects have no after", () => {
  expect(factChanges({ before: null, after: { permissions: ["BROWSE_KEYS", "MANAGE_ROLES"], isOn: true } })).toEqual([
    { name: "permissions", before: null, after: "BROWSE_KEYS, MANAGE_ROLES", isChanged: true },
    { name: "isOn", before: null, after: "yes", isChanged: true },
  ]);
  expect(factChanges({ before: { name: "" }, after: null })[0]).toMatchObject({ before: "empty", after: null });
  expect(factChanges({ before: null, after: null })).toEqual([]);
});

test("actions and fields read as plain text", () => {
  expect(actionText("session.open")).toBe("Signed in");
  expect(actionText("wallet.enable_post_no_credit")).toBe("Blocked credits");
  expect(actionText("card_design.change_colour")).toBe("Card design: change colour");
  expect([factName("approvalLimit"), factName("review")]).toEqual(["Approval limit", "Review"]);
});

test("an object links to its page if it has one", () => {
  const hrefOf = (kind: string, after: Record<string, unknown> | null = null) =>
    objectHref({ object: { kind, id: "a/b" }, before: null, after });
  expect(hrefOf("customer")).toBe("/wallets/a%2Fb");
  expect(hrefOf("wallet", { customerId: "c-1" })).toBe("/wallets/c-1");
  expect(hrefOf("wallet", { reference: "REF 1", amount: 100 })).toBe("/transactions/REF%201");
  expect(hrefOf("approval")).toBe("/approvals/a%2Fb");
  expect(hrefOf("batch")).toBe("/imports/credit/a%2Fb");
  expect(hrefOf("subscription")).toBe("/webhooks/a%2Fb");
  expect(hrefOf("role")).toBe("/settings/roles");
  expect([hrefOf("session"), hrefOf("wallet"), hrefOf("transaction")]).toEqual([null, null, null]);
});
