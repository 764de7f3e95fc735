import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import type { Context } from "../context.ts";
import type { FindCustomersInput } from "../customers/find-customer-accounts.ts";
import { changeTier } from "../customers/identity/change-tier.ts";
import { listCustomers } from "../customers/list-customers.ts";
import { updateCustomer } from "../customers/update-customer.ts";
import { freezeWallet } from "./controls/freeze-wallet.ts";
import { setPostNoCredit } from "./controls/set-post-no-credit.ts";
import type { CreatedWallet } from "./creation/open-wallet.ts";
import { listWallets } from "./list-wallets.ts";

const database = useTestDatabase();
let ctx: Context;
let outside: Context;
const made: Record<string, CreatedWallet> = {};

const PEOPLE = {
  chidi: { firstName: "Chidi", lastName: "Okafor", phoneNumber: "08031234567", email: "Chidi.Okafor@mail.example" },
  chidinma: { firstName: "Chidinma", lastName: "Eze", phoneNumber: "08031234568" },
  bankole: { firstName: "Tólá", lastName: "Bánkọ́lé", phoneNumber: "08031234569" },
  mary: { firstName: "Mary Ann", lastName: "O'Neill-Okoro", phoneNumber: "08031234570" },
  hauwa: { firstName: "Hauwa", lastName: "Ɗanjuma", phoneNumber: "08031234571" },
};

beforeAll(async () => {
  const services = testServices(database);
  const merchant = await createTestMerchant(services);
  ctx = testContext(services, { tenant: merchant.sandbox });
  outside = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
  for (const [name, person] of Object.entries(PEOPLE)) made[name] = await createTestWallet(ctx, person);
  await createTestWallet(outside, PEOPLE.chidi);
  await freezeWallet(ctx, { customerId: idOf("chidinma"), reason: "Fraud report" });
  await setPostNoCredit(ctx, { customerId: idOf("bankole"), postNoCredit: true });
  await changeTier(ctx, { customerId: idOf("bankole"), tier: 2 });
});
afterAll(() => ctx.committer.close());

function idOf(name: string): string {
  return made[name]?.customerId ?? "";
}

/** The customers that a list returns, by their names in `PEOPLE`; asserts that both lists return the same. */
async function found(input: Partial<FindCustomersInput>, context = ctx): Promise<string[]> {
  const asked = { page: 1, perPage: 20, ...input };
  const [{ wallets, metadata }, customers] = await Promise.all([
    listWallets(context, asked),
    listCustomers(context, asked),
  ]);
  expect(customers.customers.map((customer) => customer.id)).toEqual(wallets.map((wallet) => wallet.customerId));
  expect(customers.metadata).toEqual(metadata);
  const names = new Map(Object.entries(made).map(([name, { customerId }]) => [customerId, name]));
  return wallets.map((wallet) => names.get(wallet.customerId) ?? "?");
}

test("all customers, newest first, with exact totals", async () => {
  expect(await found({})).toEqual(["hauwa", "mary", "bankole", "chidinma", "chidi"]);
  expect(await found({ page: 2, perPage: 2 })).toEqual(["bankole", "chidinma"]);
  expect(await found({ page: 9 })).toEqual([]);
  const { metadata } = await listWallets(ctx, { page: 2, perPage: 2 });
  expect(metadata).toEqual({ page: 2, perPage: 2, totalRecords: 5, totalPages: 3 });
});

describe("a search finds", () => {
  test.each([
    ["chidi", ["chidinma", "chidi"]],
    ["CHIDI OK", ["chidi"]],
    ["okafor chi", ["chidi"]],
    ["oka", ["chidi"]],
    ["bankole", ["bankole"]],
    ["Bánkọ́lé Tólá", ["bankole"]],
    ["danjuma", ["hauwa"]],
    ["oneill okoro", ["mary"]],
    ["  okafor  ", ["chidi"]],
  ])("name prefixes: %s", async (search, people) => {
    expect(await found({ search })).toEqual(people);
  });

  test.each([
    ["okafr", "chidi"],
    ["Okaffor", "chidi"],
    ["Okfaor", "chidi"],
    ["chdinma", "chidinma"],
    ["bankolee", "bankole"],
    ["ann", "mary"],
    ["hawa danjuma", "hauwa"],
  ])("names with typing errors: %s", async (search, person) => {
    expect(await found({ search })).toContain(person);
  });

  test.each([
    "08031234567",
    "+2348031234567",
    "234 803 123 4567",
    "(0803) 123-4567",
    "chidi.okafor@mail.example",
    "CHIDI.OKAFOR@",
  ])("phone numbers in any notation, and e-mail addresses: %s", async (search) => {
    expect(await found({ search })).toEqual(["chidi"]);
  });

  test("account numbers, customer IDs and wallet IDs", async () => {
    const { customerId = "", walletId = "", accountNumber = "" } = made.mary ?? {};
    const spaced = `${accountNumber.slice(0, 3)} ${accountNumber.slice(3)}`;
    for (const search of [customerId, walletId, customerId.toUpperCase(), accountNumber, spaced]) {
      expect(await found({ search })).toEqual(["mary"]);
    }
  });

  test.each(["nobody at all", "%", "_", "\\", "' or 1=1 --", "*:*", "22212345678", "12345", "𝕏", "@", "..."])(
    "nobody for %s",
    async (search) => {
      expect(await found({ search })).toEqual([]);
    },
  );
});

test.each<[Partial<FindCustomersInput>, string[]]>([
  [{ status: "FROZEN" }, ["chidinma"]],
  [{ status: "ACTIVE" }, ["hauwa", "mary", "bankole", "chidi"]],
  [{ tier: "TIER_2" }, ["bankole"]],
  [{ postNoCredit: true }, ["bankole"]],
  [{ postNoCredit: false, tier: "TIER_1", status: "ACTIVE" }, ["hauwa", "mary", "chidi"]],
  [{ postNoCredit: true, tier: "TIER_3" }, []],
  [{ search: "chidi", status: "FROZEN" }, ["chidinma"]],
  [{ search: "okafr", status: "FROZEN" }, []],
  [{ search: "bankole", tier: "TIER_2", postNoCredit: true }, ["bankole"]],
  [{ search: "08031234567", status: "FROZEN" }, []],
])("filters %j", async (input, people) => {
  expect(await found(input)).toEqual(people);
});

test("another merchant's customers are never found", async () => {
  const { customerId = "", walletId = "", accountNumber = "" } = made.mary ?? {};
  for (const search of [customerId, walletId, accountNumber, "oneill", "08031234570", "mary"]) {
    expect(await found({ search }, outside)).toEqual([]);
  }
  expect(await found({}, outside)).toEqual(["?"]);
});

test("a new name is found immediately, the old one no longer", async () => {
  await updateCustomer(ctx, { id: idOf("hauwa"), lastName: "Zubairu" });
  expect(await found({ search: "zubairu" })).toEqual(["hauwa"]);
  expect(await found({ search: "danjuma" })).toEqual([]);
});
