import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createSmtpMail } from "../../providers/email/smtp-mail.ts";
import { submitTestTransfer } from "../../testing/approvals.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet, testMember } from "../../testing/factories.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import type { Context, Services } from "../context.ts";
import { deliverMessages } from "../messages/deliver-messages.ts";
import { changePreferences, getPreferences } from "../team/preferences.ts";
import { approveTransaction } from "./approve-transaction.ts";
import { mailApprovers } from "./mail-approvers.ts";
import { removeTransaction } from "./remove-transaction.ts";

const MINUTE = 60_000;
const database = useTestDatabase({ connections: 12 });
const clock = testClock();
let server: Awaited<ReturnType<typeof startMailServer>>;
let services: Services;
let merchant: Awaited<ReturnType<typeof createTestMerchant>>;
let maker: Context;
let approver: Context;
let mailbox: string;
let submit: (amount?: number, ctx?: Context) => Promise<string>;

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
  merchant = await createTestMerchant(services);
  const actors = {
    maker: await testMember(services, merchant, "Operator"),
    admin: await testMember(services, merchant, "Admin"),
  };
  maker = testContext(services, { tenant: merchant.sandbox, actor: actors.maker });
  approver = testContext(services, { tenant: merchant.sandbox, actor: actors.admin });
  mailbox = actors.admin.email;
  // Only the admin reads mail here.
  await database.pool.query("update members set approval_mails = 'off' where id = $1", [merchant.owner.memberId]);
  const [from, to] = [await createTestWallet(approver), await createTestWallet(approver)];
  submit = (amount = 500_000, ctx = maker) =>
    submitTestTransfer(ctx, { fromCustomerId: from.customerId, toCustomerId: to.customerId, amount });
  clock.advance(60 * MINUTE);
});
afterAll(async () => {
  await services.committer.close();
  server.close();
});

/** The mails that arrived for the admin, after the jobs of two workers ran at the same time. */
async function mailsAfterJobs(): Promise<{ subject: string; text: string }[]> {
  await Promise.all([mailApprovers(services), mailApprovers(services)]);
  await Promise.all([deliverMessages(services), deliverMessages(services)]);
  return server.received
    .filter(({ to }) => to.includes(mailbox))
    .map(({ mail }) => ({ subject: mail.subject ?? "", text: mail.text ?? "" }));
}

it("sends one digest in 15 minutes over SMTP, with every request, its link and no secret", async () => {
  const first = await submit();
  const second = await submit(1_000);
  const named = `update approvals set request = request || '{"fileName": "march.csv"}' where id = $1`;
  await database.pool.query(named, [second]);
  const [mail, ...others] = await mailsAfterJobs();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("2 payment requests need your approval");
  for (const id of [first, second]) expect(mail?.text).toContain(`https://pay.example/approvals/${id}`);
  expect(mail?.text).toContain("₦5,000.00 transfer (sandbox)");
  expect(mail?.text).toContain("₦10.00 transfer from the file march. csv (sandbox)");
  expect(mail?.text).toContain(`requested by ${maker.actor.name}`);
  const third = await submit();
  clock.advance(15 * MINUTE - 1);
  expect(await mailsAfterJobs()).toHaveLength(1);
  clock.advance(1);
  const mails = await mailsAfterJobs();
  expect(mails).toHaveLength(2);
  expect(mails[1]?.text).toContain(third);
  expect(mails[1]?.text).not.toContain(first);
  clock.advance(60 * MINUTE);
  expect(await mailsAfterJobs()).toHaveLength(2);
});

it("leaves out what was decided, what the reader approved first, and what is above the limit", async () => {
  const declined = await submit();
  await removeTransaction(approver, { transactionId: declined, reason: "No" });
  const actor = { ...maker.actor, rules: { noApprovalBelow: null, twoApproversFrom: 1n } } as Context["actor"];
  const approvedFirst = await submit(2_000, { ...maker, actor });
  await approveTransaction(approver, { transactionId: approvedFirst });
  await database.pool.query("update members set approval_limit = 1000 where id = $1", [approver.actor.id]);
  await submit(1_001);
  expect(await mailsAfterJobs()).toEqual([]);
  const small = await submit(1_000);
  const [mail] = await mailsAfterJobs();
  expect(mail?.subject).toBe("1 payment request needs your approval");
  expect(mail?.text).toContain(small);
});

it("follows the member's switch: one mail for each request, or none", async () => {
  expect((await getPreferences(approver)).data).toEqual({
    approvalMails: "digest",
    weeklyReport: false,
    dismissedSteps: [],
  });
  await changePreferences(approver, { approvalMails: "each" });
  await submit();
  await submit();
  expect(await mailsAfterJobs()).toHaveLength(2);
  await submit();
  await changePreferences(approver, { approvalMails: "off" });
  await submit();
  expect(await mailsAfterJobs()).toHaveLength(2);
  const { rows } = await database.pool.query(
    "select after from audit_log where action = 'member.change_preferences' order by id",
  );
  expect(rows.map(({ after }) => after.approvalMails)).toEqual(["each", "off"]);
});

it("never mails the requester, nor a member without the permission", async () => {
  await submit(500_000, approver);
  expect(await mailsAfterJobs()).toEqual([]);
  await database.pool.query("update members set removed_at = now() where id = $1", [approver.actor.id]);
  await submit();
  expect(await mailsAfterJobs()).toEqual([]);
});

it("mails merchants in turn: many approvers of one delay no other merchant", async () => {
  for (let n = 0; n < 2; n += 1) await testMember(services, merchant, "Admin");
  const other = await createTestMerchant(services);
  const ofOther = testContext(services, {
    tenant: other.sandbox,
    actor: await testMember(services, other, "Operator"),
  });
  await submit();
  const [from, to] = [await createTestWallet(ofOther), await createTestWallet(ofOther)];
  await submitTestTransfer(ofOther, { fromCustomerId: from.customerId, toCustomerId: to.customerId, amount: 1_000 });
  await mailApprovers(services);
  const { rows } = await database.pool.query("select for_tenant from messages where for_tenant = any($1) order by id", [
    [maker.tenant.id, ofOther.tenant.id],
  ]);
  const [busy, calm] = [maker.tenant.id, ofOther.tenant.id];
  expect(rows.map((row) => row.for_tenant)).toEqual([busy, calm, busy, busy]);
});

it("a crash before the commit loses and repeats nothing", async () => {
  await submit();
  const broken = { ...services, providers: { ...services.providers, secrets: failingSecrets(services) } };
  await expect(mailApprovers(broken)).rejects.toThrow("crash");
  expect(await mailsAfterJobs()).toHaveLength(1);
});

/** Fails while the mail is queued, in the middle of the transaction. */
function failingSecrets({ providers: { secrets } }: Services): Services["providers"]["secrets"] {
  return {
    ...secrets,
    seal() {
      throw new Error("crash");
    },
  };
}
