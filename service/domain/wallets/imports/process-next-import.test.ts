import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { IdentityRegistry } from "../../../providers/identity/identity-registry.ts";
import { RegistryUnavailable } from "../../../providers/identity/identity-registry.ts";
import { createSandboxRegistry } from "../../../providers/identity/sandbox-registry.ts";
import { type TestClock, testClock } from "../../../testing/clock.ts";
import { testContext, testServices } from "../../../testing/context.ts";
import { customerCells, customerFile } from "../../../testing/csv/customer-file.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../../testing/factories.ts";
import { expectBooksToBalance } from "../../../testing/invariants.ts";
import type { Context, Services } from "../../context.ts";
import { fundMerchantWallet } from "../../merchant/fund-merchant-wallet.ts";
import { changePlatformSettings } from "../../merchant/settings/change-platform-settings.ts";
import { setReview } from "../../merchant/settings/set-review.ts";
import type { CreatedMerchant } from "../../merchant/sign-up/create-merchant.ts";
import { getWalletImport } from "./get-wallet-import.ts";
import { listWalletImportRows } from "./list-wallet-import-rows.ts";
import { processNextImport } from "./process-next-import.ts";
import {
  acceptWalletImport,
  discardAbandonedImports,
  discardWalletImport,
  receiveWalletImport,
} from "./receive-wallet-import.ts";

const database = useTestDatabase({ connections: 24 });
const sandbox = createSandboxRegistry();
/** Replaces the registry's answer; set by a test. */
const registry = {
  before: async (_number: string) => undefined as undefined,
  calls: 0,
  concurrent: 0,
  maxConcurrent: 0,
};
let clock: TestClock;
let services: Services;
let ctx: Context;
let merchant: CreatedMerchant;
let next = 0;

const watched: IdentityRegistry = {
  async lookupBvn(bvn, subject) {
    registry.calls += 1;
    registry.concurrent += 1;
    registry.maxConcurrent = Math.max(registry.maxConcurrent, registry.concurrent);
    try {
      await registry.before(bvn);
      return await sandbox.lookupBvn(bvn, subject);
    } finally {
      registry.concurrent -= 1;
    }
  },
  lookupNin: sandbox.lookupNin,
};

beforeAll(async () => {
  clock = testClock();
  services = testServices(database, { clock });
  services.providers.identity.SANDBOX = watched;
  services.providers.identity.PRODUCTION = watched;
});
beforeEach(async () => {
  Object.assign(registry, { before: async () => undefined, calls: 0, concurrent: 0, maxConcurrent: 0 });
  merchant = await createTestMerchant(services);
  ctx = testContext(services, { tenant: merchant.sandbox });
});
afterAll(async () => {
  await expectBooksToBalance(database.pool);
  await services.committer.close();
});

function cells(overrides: Parameters<typeof customerCells>[1] = {}) {
  next += 1;
  return customerCells(next, overrides);
}

async function upload(of: Context, rows: readonly Parameters<typeof customerFile>[0][number][]): Promise<string> {
  async function* file() {
    yield Buffer.from(customerFile(rows));
  }
  const received = await receiveWalletImport(of, file());
  await acceptWalletImport(of, received, { sha256: "0".repeat(64) });
  return received.id;
}

const state = (batchId: string) => getWalletImport(ctx, { batchId });
const rowsOf = async (batchId: string) =>
  (await listWalletImportRows(ctx, { batchId, page: 1, perPage: 100 })).data.map(({ status, reason }) => [
    status,
    reason,
  ]);
const many = (count: number) => Array.from({ length: count }, () => cells());

/** Runs turns until no import is due. */
async function work(): Promise<void> {
  while (await processNextImport(services)) {
    // One turn each.
  }
}

async function customersOf(of: CreatedMerchant): Promise<number> {
  const { rows } = await database.pool.query("select count(*)::int as n from customers where tenant = $1", [
    of.sandbox.id,
  ]);
  return rows[0].n;
}

describe("the rows of an upload", () => {
  it("are created a few at a time, and the upload ends with its counts in the audit log", async () => {
    registry.before = () => new Promise((resolve) => setTimeout(() => resolve(undefined), 5));
    const id = await upload(ctx, many(250));
    await work();
    expect(await state(id)).toMatchObject({ status: "completed", total: 250, created: 250, skipped: 0 });
    expect(registry.maxConcurrent).toBeGreaterThan(1);
    expect(registry.maxConcurrent).toBeLessThanOrEqual(8);
    const { rows } = await database.pool.query("select action, after, actor_name from audit_log where object_id = $1", [
      id,
    ]);
    expect(rows.at(-1)).toEqual({
      action: "wallet_import.finish",
      after: { status: "completed", total: 250, created: 250, skipped: 0 },
      actor_name: "Import by Test",
    });
  });

  it("are created up to 250 in one commit, each with its audit row and event", async () => {
    const id = await upload(ctx, many(600));
    await work();
    const { rows } = await database.pool.query(
      `select count(*)::int as customers, count(distinct c.xmin::text)::int as commits,
         count(*) filter (where a.xmin::text = c.xmin::text and o.xmin::text = c.xmin::text)::int as together
       from customers c join wallets w on w.customer_id = c.id
       join audit_log a on a.object_id = w.id::text and a.action = 'wallet.create'
       join outbox o on o.object_id = c.id and o.kind = 'customer.created' where c.tenant = $1`,
      [ctx.tenant.id],
    );
    expect(rows).toEqual([{ customers: 600, commits: 3, together: 600 }]);
    expect(await state(id)).toMatchObject({ created: 600 });
  });

  it("are created without the one whose phone number somebody else takes meanwhile", async () => {
    const taken = cells();
    const others = many(20);
    registry.before = async (bvn) => {
      if (bvn === others[0]?.bvn) await createTestWallet(ctx, { phoneNumber: taken.phone_number, nin: "77700000255" });
      return undefined;
    };
    const id = await upload(ctx, [taken, ...others]);
    await work();
    expect(await rowsOf(id)).toEqual([["skipped", "Customer already exist."], ...others.map(() => ["created", null])]);
  });

  it("are stored in chunks of a million characters, however few rows a chunk holds", async () => {
    const address = "x".repeat(90_000);
    const id = await upload(
      ctx,
      Array.from({ length: 25 }, () => cells({ address })),
    );
    const sql = "select count(distinct xmin::text)::int as parts from wallet_import_rows where import = $1";
    expect((await database.pool.query(sql, [id])).rows).toEqual([{ parts: 3 }]);
    await work();
  });

  it("are created at the requested tier when its documents are verified", async () => {
    const nin = (n: number) => `7790000${n}055`;
    const id = await upload(ctx, [
      cells({ tier: "TIER_2", nin: nin(1) }),
      cells({ tier: "TIER_3", nin: nin(2) }),
      cells({ tier: "TIER_2" }),
      cells({ tier: "TIER_2", nin: nin(3), bvn: "22200000100" }),
      cells({ tier: "TIER_3", nin: "77900009100" }),
    ]);
    await work();
    expect(await rowsOf(id)).toEqual([
      ["created", null],
      ["created", null],
      ["skipped", "nin is required for TIER_2 and TIER_3"],
      ["skipped", "TIER_2 needs a verified BVN."],
      ["skipped", "TIER_3 needs a verified NIN."],
    ]);
    const tiers = await database.pool.query(
      "select tier from accounts where tenant = $1 and tier is not null order by tier",
      [ctx.tenant.id],
    );
    expect(tiers.rows).toEqual([{ tier: 2 }, { tier: 3 }]);
  });

  it("are skipped once the merchant's wallet no longer covers the creation fee", async () => {
    const sql = "update tenant_settings set wallet_creation_fee = 5000 where tenant = $1";
    await database.pool.query(sql, [ctx.tenant.id]);
    await fundMerchantWallet(ctx, { amount: 9_999 });
    const id = await upload(ctx, many(2));
    await work();
    expect(await state(id)).toMatchObject({ status: "partially_completed", created: 1, skipped: 1 });
    expect(await rowsOf(id)).toContainEqual(["skipped", expect.stringContaining("nsufficient")]);
  });

  it("are created for the first of those with the same phone number, BVN or NIN, however slow that row is", async () => {
    const first = cells({ nin: "77700000155" });
    registry.before = async (bvn) => {
      if (bvn === first.bvn) await new Promise((resolve) => setTimeout(resolve, 60));
      return undefined;
    };
    const id = await upload(ctx, [
      first,
      cells({ phone_number: `+234 ${first.phone_number.slice(1)}` }),
      cells({ bvn: first.bvn }),
      cells({ nin: first.nin }),
      cells(),
    ]);
    await work();
    const duplicate = ["skipped", "Customer already exist."];
    expect(await rowsOf(id)).toEqual([["created", null], duplicate, duplicate, duplicate, ["created", null]]);
  });

  it.each([
    [{ tier: "TIER_2" }, "nin is required for TIER_2 and TIER_3"],
    [{ tier: "TIER_9" }, "tier must be one of TIER_1, TIER_2, TIER_3"],
    [{ first_name: " ", bvn: "1" }, "first_name is required; bvn must be exactly 11 digits"],
    [{ email: "nobody" }, "email must be an e-mail address"],
    [{ last_name: "x".repeat(101) }, "last_name must have at most 100 characters"],
    [{ address: "a\0b" }, "address must not contain null characters"],
    [{ date_of_birth: "16/05/1990" }, "date_of_birth must be a date such as 2026-01-31"],
  ])("that are invalid are skipped with every reason: %j", async (overrides, reason) => {
    const id = await upload(ctx, [cells(overrides)]);
    await work();
    expect(await rowsOf(id)).toEqual([["skipped", reason]]);
    expect(await state(id)).toMatchObject({ status: "failed", created: 0, skipped: 1 });
    expect(registry.calls).toBe(0);
  });

  it("that have too few or too many cells are skipped, the others are created", async () => {
    async function* file() {
      yield Buffer.from(`${customerFile([cells()])}Ada,Obi\r\n${Object.values(cells()).join(",")},more\r\n`);
    }
    const received = await receiveWalletImport(ctx, file());
    await acceptWalletImport(ctx, received, { sha256: "" });
    await work();
    expect(await rowsOf(received.id)).toEqual([
      ["created", null],
      ["skipped", "has 2 cells where the header has 9"],
      ["skipped", "has 10 cells where the header has 9"],
    ]);
  });
});

describe("a registry outage", () => {
  it("pauses the upload, longer each time, and skips no row", async () => {
    const id = await upload(ctx, many(120));
    registry.before = async () => {
      if (registry.calls > 40) throw new RegistryUnavailable();
      return undefined;
    };
    await work();
    const paused = await state(id);
    expect(paused).toMatchObject({ status: "processing", skipped: 0 });
    expect(paused.created).toBe(40);
    expect(Date.parse(paused.pausedUntil ?? "") - clock.now().getTime()).toBe(5_000);
    expect(registry.calls).toBeLessThan(100);

    clock.advance(4_999);
    expect(await processNextImport(services)).toBeUndefined();
    clock.advance(1);
    await work();
    expect(Date.parse((await state(id)).pausedUntil ?? "") - clock.now().getTime()).toBe(15_000);

    registry.before = async () => undefined;
    clock.advance(15_000);
    await work();
    expect(await state(id)).toMatchObject({ status: "completed", created: 120, pausedUntil: null });
  });

  it("for one row delays no other row; after a day the row is skipped", async () => {
    const id = await upload(ctx, [cells({ bvn: "22299999902" }), ...many(5)]);
    await work();
    expect(await state(id)).toMatchObject({ status: "processing", created: 5, processed: 5 });
    clock.advance(23 * 3_600_000);
    await work();
    expect(await state(id)).toMatchObject({ processed: 5 });
    clock.advance(3_600_000);
    await work();
    expect(await state(id)).toMatchObject({ status: "partially_completed", created: 5, skipped: 1 });
    expect((await rowsOf(id))[0]).toEqual([
      "skipped",
      "Identity service unavailable. Nothing was done. Try again shortly.",
    ]);
  });

  it("that outlasts a day still pauses the upload, and skips only the rows that it asked about", async () => {
    const id = await upload(ctx, many(40));
    registry.before = () => Promise.reject(new RegistryUnavailable());
    for (let turn = 0; turn < 6; turn += 1) {
      await work();
      clock.advance(900_000);
    }
    clock.advance(86_400_000);
    await work();
    const { skipped, ...paused } = await state(id);
    expect(paused).toMatchObject({ status: "processing", created: 0, pausedUntil: expect.any(String) });
    expect(skipped).toBeGreaterThan(0);
    expect(skipped).toBeLessThan(16);
    registry.before = async () => undefined;
    clock.advance(900_000);
    await work();
    expect(await state(id)).toMatchObject({ status: "partially_completed", created: 40 - skipped });
  });

  it("an unexpected error is reported, and the row stays pending", async () => {
    const broken = new Error("the registry answered nonsense");
    registry.before = () => Promise.reject(broken);
    const id = await upload(ctx, [cells()]);
    await expect(processNextImport(services)).rejects.toBe(broken);
    expect(await state(id)).toMatchObject({ status: "processing", processed: 0, pausedUntil: expect.any(String) });
    registry.before = async () => undefined;
    clock.advance(5_000);
    await work();
    expect(await state(id)).toMatchObject({ status: "completed" });
  });
});

it("an upload beyond the daily quota of look-ups waits for the next day and skips no row, even if the registry fails then", async () => {
  const live = testContext(services, { tenant: merchant.production });
  await setReview(live, "ENABLED");
  await changePlatformSettings(live, { identityDailyQuota: 7 });
  const id = await upload(live, many(20));
  await work();
  const progress = async () => getWalletImport(live, { batchId: id });
  expect(await progress()).toMatchObject({ created: 7, skipped: 0, status: "processing" });
  for (const [created, isDown] of [
    [14, false],
    [14, true],
    [20, false],
  ] as const) {
    registry.before = async () => {
      if (isDown) throw new RegistryUnavailable();
      return undefined;
    };
    clock.advance(86_400_000);
    await work();
    expect(await progress()).toMatchObject({ created, skipped: 0 });
  }
});

describe("several workers", () => {
  it("never claim the same upload, and take over an abandoned one when its lease expires", async () => {
    const id = await upload(ctx, many(30));
    let release: () => void = () => undefined;
    const hung = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    registry.before = () => hung;
    const first = processNextImport(services);
    await expect.poll(() => registry.concurrent).toBe(8);
    expect(await processNextImport(services)).toBeUndefined();

    clock.advance(30_000);
    const second = processNextImport(services);
    await expect.poll(() => registry.concurrent).toBe(16);
    release();
    await Promise.all([first, second]);
    await work();
    expect(await state(id)).toMatchObject({ status: "completed", total: 30, processed: 30, created: 30, skipped: 0 });
    expect(await customersOf(merchant)).toBe(30);
  });

  it("share many uploads without processing a row twice", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => upload(ctx, many(40))));
    await Promise.all([work(), work(), work()]);
    for (const id of ids) expect(await state(id)).toMatchObject({ status: "completed", created: 40 });
    expect(await customersOf(merchant)).toBe(240);
    const { rows } = await database.pool.query(
      "select count(*)::int as n from audit_log where tenant = $1 and action = 'wallet_import.finish'",
      [merchant.sandbox.id],
    );
    expect(rows[0].n).toBe(6);
  });

  it("serve merchants in turn, however many uploads one merchant has", async () => {
    const other = await createTestMerchant(services);
    const theirs = testContext(services, { tenant: other.sandbox });
    const mine = [await upload(ctx, many(1)), await upload(ctx, many(1)), await upload(ctx, many(1))];
    const their = await upload(theirs, many(1));
    const order: string[] = [];
    for (let turn = await processNextImport(services); turn; turn = await processNextImport(services)) {
      order.push(turn.importId);
      clock.advance(1_000);
    }
    expect(order).toEqual([mine[0], their, mine[1], mine[2]]);
  });
});

it("a discarded upload is deleted completely, an accepted one stays", async () => {
  async function* file() {
    yield Buffer.from(customerFile(many(25_000)));
  }
  const rowsOfFile = async (id: string) =>
    (await database.pool.query("select count(*)::int as n from wallet_import_rows where import = $1", [id])).rows[0].n;
  const refused = await receiveWalletImport(ctx, file());
  await discardWalletImport(ctx, refused);
  expect(await rowsOfFile(refused.id)).toBe(0);
  const kept = await upload(ctx, many(2));
  await discardWalletImport(ctx, { id: kept, rows: 2 });
  expect(await rowsOfFile(kept)).toBe(2);
  await work();
});

it("an upload whose process died while receiving is deleted after two hours, an accepted one never", async () => {
  async function* file() {
    yield Buffer.from(customerFile(many(3)));
  }
  const lost = await receiveWalletImport(ctx, file());
  const kept = await upload(ctx, many(1));
  expect(await discardAbandonedImports(services)).toBe(0);
  clock.advance(2 * 3_600_000 + 1);
  expect(await discardAbandonedImports(services)).toBe(1);
  const { rows } = await database.pool.query(
    "select id from wallet_imports where id = any ($1::uuid[]) union all select import from wallet_import_rows where import = $2",
    [[lost.id, kept], lost.id],
  );
  expect(rows).toEqual([{ id: kept }]);
  await work();
});
