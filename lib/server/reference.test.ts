import { expect, test } from "vitest";
import { endpoints } from "../../contract/endpoints.ts";
import { referenceGroups } from "./reference.ts";

const entries = referenceGroups("https://api.example/v1").flatMap((group) => group.entries);
const entryOf = (id: string) => entries.find((entry) => entry.id === id);

test("every endpoint of the contract is there once, with a call and an answer", () => {
  expect(entries.map(({ id }) => id).sort()).toEqual(Object.keys(endpoints).sort());
  for (const { curl, reply } of entries) {
    expect(curl).toMatch(/^curl .*'https:\/\/api\.example\/v1/);
    expect(curl).not.toMatch(/\{\w+\}'/);
    if (reply !== null) expect(JSON.parse(reply)).toMatchObject({});
  }
});

test("a call that creates carries its body, its key and the credential of an application", () => {
  const entry = entryOf("transferBetweenCustomers");
  expect(entry?.curl).toContain("-X POST 'https://api.example/v1/transfer/wallet'");
  expect(entry?.curl).toContain('-H "Authorization: Bearer $PRIVATE_KEY"');
  expect(entry?.curl).toContain("Idempotency-Key");
  expect(entry?.curl).toContain('"fromCustomerId"');
  expect(entry?.body.map(({ name }) => name)).toContain("amount");
});

test("who may call is who really gets in: a key opens no team", () => {
  expect(entryOf("listMembers")).toMatchObject({
    credentials: ["session token"],
    roles: ["MainMerchant", "Admin"],
    permissions: ["BROWSE_TEAM_MEMBER"],
  });
  expect(entryOf("login")).toMatchObject({ credentials: ["none"], roles: [] });
  expect(entryOf("enablePostNoCredit")?.roles).toEqual(["MainMerchant", "Admin"]);
});

test("fields of the path are filled in, those that must be asked for are in the query", () => {
  expect(entryOf("getCustomer")?.curl).toContain("/customer/0190a000-0000-7000-8000-000000000001'");
  expect(entryOf("getOverview")?.curl).toContain("?startDate=2026-01-31&endDate=2026-01-31");
});
