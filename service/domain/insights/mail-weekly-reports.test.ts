import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createSmtpMail } from "../../providers/email/smtp-mail.ts";
import { catchUpActivity } from "../../testing/catch-up-rollups.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../testing/factories.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { readBatch } from "../batches/json/batch-request.ts";
import { moveBatch } from "../batches/json/move-batch.ts";
import { creditWallet } from "../batches/single/credit-wallet.ts";
import type { Context, Services } from "../context.ts";
import { fundMerchantWallet } from "../merchant/fund-merchant-wallet.ts";
import { deliverMessages } from "../messages/deliver-messages.ts";
import { changePreferences } from "../team/preferences.ts";
import { mailWeeklyReports } from "./mail-weekly-reports.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const database = useTestDatabase({ connections: 12 });
// A Wednesday.
const clock = testClock("2026-03-04T10:00:00.000Z");
let server: Awaited<ReturnType<typeof startMailServer>>;
let services: Services;
let merchant: Awaited<ReturnType<typeof createTestMerchant>>;
let admin: Context;
let mailbox: string;
let credit: (amount: number) => Promise<unknown>;

beforeAll(async () => {
  server = await startMailServer();
  const base = testServices(database, { clock, dashboardUrl: "https://pay.example" });
  const email = createSmtpMail({
    url: `smtp://127.0.0.1:${server.port}`,
    from: "Wallets <no-reply@wallets.example>",
    allowsPlaintext: true,
    timeoutMs: 30_000,
  });
  services = { ...base, providers: { ...base.providers, email } };
});
beforeEach(async () => {
  moveTo("Wednesday");
  merchant = await createTestMerchant(services, { businessName: "Ada Ventures" });
  const actor = await testMember(services, merchant, "Admin");
  admin = testContext(services, { tenant: merchant.sandbox, actor });
  mailbox = actor.email;
  await fundMerchantWallet(testContext(services, { tenant: merchant.sandbox }), { amount: 10_000_000 });
  const { customerId } = await createTestWallet(admin);
  credit = (amount) => creditWallet(testContext(services, { tenant: merchant.sandbox }), { customerId, amount });
});
afterAll(async () => {
  await services.committer.close();
  server.close();
});

/** Moves the clock to the next such day: Wednesday 11:00, or Monday 08:00, in Lagos. */
function moveTo(day: "Wednesday" | "Monday"): void {
  const [weekday, hour] = day === "Monday" ? [1, 7] : [3, 10];
  const at = new Date(clock.now());
  do at.setUTCDate(at.getUTCDate() + 1);
  while (at.getUTCDay() !== weekday);
  clock.advance(at.setUTCHours(hour, 0, 0, 0) - clock.now().getTime());
}

/** Adds up everything that was posted. The second run knows that the first one was complete. */
async function addUp(): Promise<void> {
  await catchUpActivity(services);
  await catchUpActivity(services);
}

/** The mails that arrived for the admin, after everything was added up and the jobs of several workers ran at the same time. */
async function mailsAfterJobs(): Promise<{ subject: string; text: string }[]> {
  await addUp();
  await Promise.all([1, 2, 3].map(() => mailWeeklyReports(services)));
  while ((await deliverMessages(services)).sent > 0);
  return server.received
    .filter(({ to }) => to.includes(mailbox))
    .map(({ mail }) => ({ subject: mail.subject ?? "", text: mail.text ?? "" }));
}

/** A batch whose only item is rejected. */
async function refuseItem(ctx: Context): Promise<void> {
  const transactions = [{ customerId: "0190a000-0000-7000-8000-000000000009", amount: 5_000 }];
  const platform = testContext(services, { tenant: ctx.tenant });
  await moveBatch(platform, readBatch(platform, { operation: "credit", by: "customer" }, { transactions }));
}

it("mails the last week on Monday at 08:00 over SMTP, once over several workers", async () => {
  await credit(200_000);
  clock.advance(7 * DAY);
  await changePreferences(admin, { weeklyReport: true });
  await credit(300_000);
  await credit(150_000);
  await refuseItem(admin);
  expect(await mailsAfterJobs()).toEqual([]);
  moveTo("Monday");
  clock.advance(-1);
  expect(await mailsAfterJobs()).toEqual([]);
  clock.advance(1);
  const [mail, ...others] = await mailsAfterJobs();
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Ada Ventures: \d+ \w+ \d{4} to \d+ \w+ \d{4} \(sandbox\)$/);
  expect(mail?.text).toContain("Credits: ₦4,500.00 (₦2,000.00 the week before)");
  expect(mail?.text).toContain(
    "Success rate: 100% without customer errors, 66.7% with them (100% without customer errors, 100% with them the week before)",
  );
  expect(mail?.text).toContain("Active wallets: 1, 0 of them new (1 the week before)");
  expect(mail?.text).toContain("₦100,000.00 opening + ₦0.00 in - ₦0.00 out = ₦100,000.00 closing");
  expect(mail?.text).toContain("- Credits: up ₦2,500.00 (+125.0%) to ₦4,500.00");
  expect(mail?.text).toMatch(/https:\/\/pay\.example\/insights\?startDate=[\d-]{10}&endDate=[\d-]{10}/);
  expect(mail?.text).toMatch(
    /Credits: https:\/\/pay\.example\/insights\/rows\?figure=volume&startDate=[\d-]{10}&endDate=[\d-]{10}&kind=credits\n/,
  );
  expect(mail?.text).toMatch(/Active wallets: https:\/\/pay\.example\/wallets\?activeIn=[\d-]{10}\n/);
  clock.advance(DAY);
  expect(await mailsAfterJobs()).toHaveLength(1);
  moveTo("Monday");
  const [, second] = await mailsAfterJobs();
  expect(second?.text).toContain("Credits: ₦0.00 (₦4,500.00 the week before)");
  expect(second?.text).toContain(
    "Success rate: no requests (100% without customer errors, 66.7% with them the week before)",
  );
});

it("waits after a stop of the worker until the week is added up", async () => {
  await changePreferences(admin, { weeklyReport: true });
  await addUp();
  await credit(300_000);
  moveTo("Monday");
  expect(await mailWeeklyReports(services)).toBeUndefined();
  const [mail, ...others] = await mailsAfterJobs();
  expect(others).toEqual([]);
  expect(mail?.text).toContain("Active wallets: 1, 1 of them new (0 the week before)");
});

it("is off by default, stops with the switch, and is audited", async () => {
  moveTo("Monday");
  expect(await mailsAfterJobs()).toEqual([]);
  expect((await changePreferences(admin, { weeklyReport: true })).data.weeklyReport).toBe(true);
  // The report of this Monday was due before the subscription.
  expect(await mailsAfterJobs()).toEqual([]);
  await changePreferences(admin, { weeklyReport: false });
  moveTo("Monday");
  expect(await mailsAfterJobs()).toEqual([]);
  const { rows } = await database.pool.query(
    "select before, after from audit_log where action = 'member.change_preferences' and tenant = $1 order by id",
    [admin.tenant.id],
  );
  expect(rows.map(({ before, after }) => [before.weeklyReport, after.weeklyReport])).toEqual([
    [false, true],
    [true, false],
  ]);
});

it("mails no member who lost the permission or the membership", async () => {
  await changePreferences(admin, { weeklyReport: true });
  await database.pool.query(
    `insert into roles (id, merchant_id, name, permissions, created_at, updated_at)
     values (gen_random_uuid(), $1, 'Guest', '{BROWSE_CUSTOMERS}', now(), now())`,
    [admin.tenant.merchantId],
  );
  const setRole = (name: string) =>
    database.pool.query(
      `update members set role_id = (select id from roles where name = $2 and (merchant_id = $3 or merchant_id is null)) where id = $1`,
      [admin.actor.id, name, admin.tenant.merchantId],
    );
  await setRole("Guest");
  moveTo("Monday");
  expect(await mailsAfterJobs()).toEqual([]);
  await setRole("Admin");
  await database.pool.query("update members set removed_at = now() where id = $1", [admin.actor.id]);
  moveTo("Monday");
  expect(await mailsAfterJobs()).toEqual([]);
  await database.pool.query("update members set removed_at = null where id = $1", [admin.actor.id]);
  moveTo("Monday");
  expect(await mailsAfterJobs()).toHaveLength(1);
});

it("mails merchants in turn: many members of one delay no other merchant", async () => {
  const other = await createTestMerchant(services);
  const memberOf = async (tenant: Context["tenant"], member: Context["actor"]) =>
    changePreferences(testContext(services, { tenant, actor: member }), { weeklyReport: true });
  await changePreferences(admin, { weeklyReport: true });
  for (let n = 0; n < 2; n += 1) await memberOf(admin.tenant, await testMember(services, merchant, "Admin"));
  await memberOf(other.sandbox, await testMember(services, other, "Admin"));
  moveTo("Monday");
  await addUp();
  await mailWeeklyReports(services);
  const { rows } = await database.pool.query("select for_tenant from messages where for_tenant = any($1) order by id", [
    [admin.tenant.id, other.sandbox.id],
  ]);
  const [busy, calm] = [admin.tenant.id, other.sandbox.id];
  expect(rows.map((row) => row.for_tenant)).toEqual([busy, calm, busy, busy]);
});

it("a crash before the commit loses and repeats nothing", async () => {
  await changePreferences(admin, { weeklyReport: true });
  moveTo("Monday");
  await addUp();
  const secrets = {
    ...services.providers.secrets,
    seal(): never {
      throw new Error("crash");
    },
  };
  const broken = { ...services, providers: { ...services.providers, secrets } };
  await expect(mailWeeklyReports(broken)).rejects.toThrow("crash");
  expect(await mailsAfterJobs()).toHaveLength(1);
});
