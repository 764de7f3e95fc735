import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRateLimits } from "../domain/auth/rate-limits.ts";
import type { Services } from "../domain/context.ts";
import { getSettings } from "../domain/merchant/settings/get-settings.ts";
import type { CreatedMerchant } from "../domain/merchant/sign-up/create-merchant.ts";
import { deliverMessages } from "../domain/messages/deliver-messages.ts";
import { testClock } from "../testing/clock.ts";
import { platformActor, testContext, testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestMerchant } from "../testing/factories.ts";
import { expectBooksToBalance } from "../testing/invariants.ts";
import { credit } from "./credit.ts";
import { fees } from "./fees.ts";
import { flags } from "./flags.ts";
import { limits } from "./limits.ts";
import { list } from "./list.ts";
import type { PlatformCommand } from "./platform-command.ts";
import { confirm, proposals, propose } from "./propose.ts";
import { quota } from "./quota.ts";
import { rateLimit } from "./rate-limit.ts";
import { review } from "./review.ts";
import { resume, suspend } from "./suspend.ts";
import { weight } from "./weight.ts";

const database = useTestDatabase({ connections: 24 });
const clock = testClock();
let services: Services;
let merchant: CreatedMerchant;
let email: string;
let made = 0;

beforeAll(() => {
  services = testServices(database, { clock });
});
beforeEach(async () => {
  made += 1;
  email = `shop-${made}@test.example`;
  const owner = { email, password: "test-password", firstName: "Ada", lastName: "Obi" };
  merchant = await createTestMerchant(services, { owner, businessName: `Shop ${made}` });
});
afterEach(() => expectBooksToBalance(database.pool));
afterAll(() => services.committer.close());

/** Runs a command line; returns its output lines. */
async function type(
  command: PlatformCommand,
  line: string,
  { operator = "ada", isProduction = false }: { operator?: string; isProduction?: boolean } = {},
): Promise<string> {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const context = { services, actor: platformActor, operator, isProduction, print };
  await command.run(context, line.split(" ").filter(Boolean));
  return lines.join("\n");
}

async function audited(action: string) {
  const { rows } = await database.pool.query(
    `select actor_kind, tenant, before, after from audit_log where action = $1 and tenant = any($2)`,
    [action, [merchant.sandbox.id, merchant.production.id]],
  );
  return rows;
}

const settingsIn = (mode: "sandbox" | "production") => getSettings(testContext(services, { tenant: merchant[mode] }));

test("two merchants with one e-mail are addressed by their IDs", async () => {
  const owner = { email, password: "test-password", firstName: "Ada", lastName: "Obi" };
  const second = await createTestMerchant(services, { owner, businessName: "Second" });
  const refusal = await type(review, `${email} enabled`).catch((error: Error) => error.message);
  expect(refusal).toContain(`${second.merchantId} (Second)`);
  expect(await type(review, `${second.merchantId} enabled`)).toBe("Second: review PENDING → ENABLED.");
  expect((await settingsIn("sandbox")).review).toBe("PENDING");
  const nobody = services.ids.next();
  await expect(type(review, `${nobody} enabled`)).rejects.toThrow("There is no merchant");
});

test("review opens production and prints the previous status", async () => {
  expect(await type(review, `${email.toUpperCase()} enabled`)).toBe(`Shop ${made}: review PENDING → ENABLED.`);
  expect((await settingsIn("sandbox")).review).toBe("ENABLED");
  expect(await audited("merchant.review")).toEqual([
    {
      actor_kind: "platform",
      tenant: merchant.sandbox.id,
      before: { review: "PENDING" },
      after: { review: "ENABLED" },
    },
  ]);
  await deliverMessages(services);
  const { rows } = await database.pool.query(`select subject from development_outbox where "to" = $1`, [email]);
  expect(rows).toEqual([{ subject: "Your business passed the review" }]);
});

test("flags change one mode only", async () => {
  expect(await type(flags, `${email} PRODUCTION canDebitCustomer=on internalTransfers=off`)).toBe(
    `Shop ${made}, PRODUCTION: canDebitCustomer on, internalTransfers off.`,
  );
  expect(await settingsIn("production")).toMatchObject({ canDebitCustomer: true, internalTransfers: false });
  expect(await settingsIn("sandbox")).toMatchObject({ canDebitCustomer: false, internalTransfers: true });
  expect(await audited("merchant.change_settings")).toMatchObject([
    { actor_kind: "platform", before: { canDebitCustomer: false }, after: { canDebitCustomer: true } },
  ]);
});

test("settings can be given as options with dashes", async () => {
  expect(await type(flags, `${email} SANDBOX --canDebitCustomer on --internalTransfers=off`)).toBe(
    `Shop ${made}, SANDBOX: canDebitCustomer on, internalTransfers off.`,
  );
});

test("quota changes the daily identity look-ups of one mode, audited", async () => {
  expect(await type(quota, `${email} PRODUCTION identityLookups=25`)).toBe(
    `Shop ${made}, PRODUCTION: 25 identity look-ups a day.`,
  );
  expect(await audited("merchant.change_settings")).toMatchObject([
    { actor_kind: "platform", before: { identityDailyQuota: 2_000 }, after: { identityDailyQuota: 25 } },
  ]);
  await expect(type(quota, `${email} PRODUCTION identityLookups=-1`)).rejects.toThrow(/whole number/);
});

test("rate-limit changes the requests a minute of one mode, audited, and takes default back", async () => {
  expect(await type(rateLimit, `${email} SANDBOX perKey=600`)).toBe(
    [`Shop ${made}, SANDBOX, requests a minute:`, "  perKey      600", "  perMerchant 60000 (default)"].join("\n"),
  );
  expect(await audited("merchant.change_settings")).toMatchObject([
    { actor_kind: "platform", before: { requestsPerKey: null }, after: { requestsPerKey: 600 } },
  ]);
  expect(await type(rateLimit, `${email} SANDBOX perKey=default`)).toContain("perKey      30000 (default)");
  await expect(type(rateLimit, `${email} SANDBOX perKey=0`)).rejects.toThrow(/whole number from 1/);
  await expect(type(rateLimit, `${email} SANDBOX`)).rejects.toThrow(/give one of perKey/);
});

test("weight sets the merchant's share of the ledger's queue in one mode, audited, and takes default back", async () => {
  expect(await type(weight, `${email} SANDBOX 3`)).toBe(`Shop ${made}, SANDBOX: weight 3`);
  expect(await audited("merchant.change_settings")).toMatchObject([
    { actor_kind: "platform", before: { queueWeight: null }, after: { queueWeight: 3 } },
  ]);
  const limits = createRateLimits(services.db, clock);
  await limits.refresh();
  expect(limits.weightOf(merchant.sandbox.id)).toBe(3);
  expect(limits.weightOf(merchant.production.id)).toBe(1);
  expect(await type(weight, `${email} SANDBOX default`)).toContain("weight 1 (default)");
  await expect(type(weight, `${email} SANDBOX 101`)).rejects.toThrow(/whole number from 1 to 100/);
});

test("fees keeps the fees that are not named", async () => {
  expect(await type(fees, `${email} sandbox transferBaseFee=2550 walletCreationFee=7`)).toContain(
    "transferBaseFee   2550 kobo (₦25.50)",
  );
  expect((await settingsIn("sandbox")).fees).toEqual({
    transferBaseFee: 2_550,
    merchantFee: 0,
    batchItemFee: 0,
    walletCreationFee: 7,
  });
});

test("limits sets and removes the limits of one tier", async () => {
  await type(limits, `${email} SANDBOX tier_1 daily=700 single=none min=5`);
  const { tiers } = await settingsIn("sandbox");
  expect(tiers[0]).toEqual({
    tier: "TIER_1",
    dailyLimit: 700,
    singleLimit: null,
    minBalance: 5,
    maxBalance: 30_000_000,
  });
  expect(tiers[1]?.dailyLimit).toBe(20_000_000);
  expect(await audited("merchant.change_limits")).toMatchObject([{ after: { tier: "TIER_1", dailyLimit: 700 } }]);
});

test("credit pays into the production wallet, once per reference", async () => {
  expect(await type(credit, `${email} 250000 BANK-0000000001`)).toContain("holds 250000 kobo (₦2,500.00)");
  await expect(type(credit, `${email} 250000 BANK-0000000001`)).rejects.toThrow(
    "Reference already exist. It was credited before; nothing was done now.",
  );
  expect(await type(credit, `${email} 1`)).toContain("holds 250001 kobo");
  expect(await audited("merchant.credit_wallet")).toMatchObject([
    { actor_kind: "platform", tenant: merchant.production.id, after: { amount: 250_000 } },
    { after: { amount: 1 } },
  ]);
});

test("list shows every merchant with flags and fees per mode", async () => {
  const text = await type(list, "");
  expect(text).toContain(`Shop ${made} <${email}>: review PENDING, in SANDBOX mode`);
  expect(text).toContain("PRODUCTION canDebitCustomer off, internalTransfers on");
  expect(text).toContain("transfer 1000 kobo (₦10.00), markup 0 kobo");
});

describe("commands that need two people", () => {
  const inProduction = { isProduction: true };
  const proposeAs = async (operator: string, line: string) => {
    const text = await type(propose, line, { operator, ...inProduction });
    return /as number (\d+)/.exec(text)?.[1] ?? "";
  };
  const confirmAs = (operator: string, id: string) => type(confirm, id, { operator, ...inProduction });

  test.each<[PlatformCommand, string]>([
    [credit, "$ 250000 BANK-0000000009"],
    [fees, "$ PRODUCTION transferBaseFee=1"],
    [limits, "$ PRODUCTION TIER_1 daily=none"],
  ])("do not run directly in production: %#", async (command, line) => {
    await expect(type(command, line.replace("$", email), inProduction)).rejects.toThrow("needs two people");
    expect(await audited("merchant.credit_wallet")).toEqual([]);
  });

  test("are executed once by another person, and both are audited", async () => {
    const id = await proposeAs("Ada", `credit ${email} 250000`);
    expect(await audited("merchant.credit_wallet")).toEqual([]);
    await expect(confirmAs(" ADA ", id)).rejects.toThrow("Ada proposed this. Another person must confirm it.");
    expect(await confirmAs("Bola", id)).toContain("holds 250000 kobo");
    await expect(confirmAs("Chidi", id)).rejects.toThrow("Bola has confirmed this already. Nothing was done.");
    expect(await audited("merchant.credit_wallet")).toHaveLength(1);
    const summary = expect.stringContaining("PRODUCTION, with 250000 kobo");
    expect(await audited("platform.propose")).toMatchObject([{ after: { summary, proposedBy: "Ada" } }]);
    expect(await audited("platform.confirm")).toMatchObject([
      { after: { summary, proposedBy: "Ada", confirmedBy: "Bola" } },
    ]);
    expect(await type(proposals, "")).toContain("proposed by Ada, confirmed by Bola");
  });

  test("set fees and limits as proposed", async () => {
    await confirmAs("Bola", await proposeAs("Ada", `fees ${email} production transferBaseFee=2550 merchantFee=7`));
    await confirmAs("Bola", await proposeAs("Ada", `limits ${email} production tier_1 daily=none min=5`));
    const { fees: set, tiers } = await settingsIn("production");
    expect(set).toMatchObject({ transferBaseFee: 2_550, merchantFee: 7 });
    expect(tiers[0]).toMatchObject({ dailyLimit: null, minBalance: 5 });
  });

  test("of ten concurrent confirmations one executes", async () => {
    const id = await proposeAs("Ada", `credit ${email} 100`);
    const all = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => confirmAs(`Colleague ${n}`, id)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await audited("merchant.credit_wallet")).toHaveLength(1);
  });

  test("credit once when the first confirmation died after the money", async () => {
    const id = await proposeAs("Ada", `credit ${email} 100`);
    const { rows } = await database.pool.query("select arguments from platform_proposals where id = $1", [id]);
    await type(credit, rows[0].arguments.join(" "));
    await expect(confirmAs("Bola", id)).rejects.toThrow("It was credited before; nothing was done now.");
    expect(await audited("merchant.credit_wallet")).toHaveLength(1);
  });

  test("expire after 24 hours", async () => {
    const id = await proposeAs("Ada", `credit ${email} 100`);
    clock.advance(24 * 3_600_000);
    await expect(confirmAs("Bola", id)).rejects.toThrow("expired");
    expect(await type(proposals, "")).toContain("proposed by Ada, expired");
    expect(await audited("merchant.credit_wallet")).toEqual([]);
  });

  test("are checked when they are proposed", async () => {
    await expect(type(propose, `credit ${email} 0`)).rejects.toThrow("out of range");
    await expect(type(propose, `review ${email} ENABLED`)).rejects.toThrow(
      "Use credit or fees or limits or settlement.",
    );
    await expect(confirmAs("Bola", "999999")).rejects.toThrow("There is no proposal with this number.");
    await expect(confirmAs("Bola", "x")).rejects.toThrow("is not the number of a proposal");
  });
});

test.each<[PlatformCommand, string, string]>([
  [review, "nobody@test.example ENABLED", "There is no merchant with the e-mail nobody@test.example."],
  [review, "nobody ENABLED", "Name the merchant by its e-mail address"],
  [review, "$ MAYBE", `"MAYBE" is not a valid outcome. Use ENABLED or DISABLED or PENDING.`],
  [review, "$ ENABLED now", "Unexpected argument: now."],
  [flags, "$ LIVE canDebitCustomer=on", `"LIVE" is not a valid mode. Use SANDBOX or PRODUCTION.`],
  [flags, "$ SANDBOX", "Nothing to change: give one of canDebitCustomer=, internalTransfers=."],
  [flags, "$ SANDBOX canDebitCustomer=yes", `"yes" is not a valid canDebitCustomer. Use on or off.`],
  [flags, "$ SANDBOX isRich=on", `"isRich=on" is not one of`],
  [fees, "$ SANDBOX merchantFee=1.50", `"1.50" is not a whole number of kobo.`],
  [fees, "$ SANDBOX merchantFee=1 merchantFee=2", "merchantFee was given twice."],
  [fees, "$ SANDBOX merchantFee=9007199254740992", "is out of range"],
  [limits, "$ SANDBOX TIER_4 daily=1", `"TIER_4" is not a valid tier. Use TIER_1 or TIER_2 or TIER_3.`],
  [limits, "$ SANDBOX TIER_1 min=none", "min needs a number of kobo"],
  [credit, "$ 0", "0 kobo is out of range"],
  [credit, "$ 100 short", "A reference has 10 to 100 characters"],
  [credit, "$ 9007199254740991 BANK-0000000002 x", "Unexpected argument: x."],
])("rejects invalid arguments and changes nothing: %#", async (command, line, text) => {
  await expect(type(command, line.replace("$", email))).rejects.toThrow(text);
  for (const action of ["merchant.review", "merchant.change_settings", "merchant.change_limits"]) {
    expect(await audited(action)).toEqual([]);
  }
});

test("suspend stops a merchant with a reason, list shows it, and resume ends it", async () => {
  await expect(type(suspend, email)).rejects.toThrow("Give the reason");
  expect(await type(suspend, `${email} Fraud report of 12 March.`)).toContain(
    "suspended. Reason: Fraud report of 12 March.",
  );
  expect(await type(list, "")).toMatch(/SUSPENDED since .* Reason: Fraud report of 12 March/);
  await type(review, `${email} disabled`);
  expect(await type(resume, email)).toContain("Its review is DISABLED, which still stops it");
  await expect(type(resume, email)).rejects.toThrow("This merchant is not suspended.");
});
