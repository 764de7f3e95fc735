import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CHANGE_SUBMITTED } from "../../../contract/access-changes.ts";
import { expireAccessChanges } from "../../domain/access-changes/expire-access-changes.ts";
import type { Services } from "../../domain/context.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { deliverMessages } from "../../domain/messages/deliver-messages.ts";
import { testClock } from "../../testing/clock.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, TEST_PASSWORD, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { buildApp } from "../app.ts";

type Person = { id: string; email: string; bearer: { authorization: string } };

const database = useTestDatabase({ connections: 20 });
const clock = testClock();
const roleIds = new Map<string, string>();
let services: Services;
let app: FastifyInstance;
let merchant: CreatedMerchant;
let owner: Person;
let admin: Person;

beforeAll(async () => {
  services = testServices(database, { clock });
  app = buildApp(services);
  const { rows } = await database.pool.query("select id, name from roles where merchant_id is null");
  for (const { id, name } of rows) roleIds.set(name, id);
});
beforeEach(async () => {
  const email = `owner-${services.ids.next()}@test.example`;
  merchant = await createTestMerchant(services, {
    owner: { email, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" },
  });
  owner = { id: merchant.owner.memberId, email, bearer: await bearerOf(services, email) };
  admin = await join("Admin", { firstName: "Ngozi", lastName: "Eze" });
});
afterAll(async () => {
  await app.close();
  await services.committer.close();
});

describe("an Admin with an approval limit of 100 who invites a second mailbox of their own as Admin", () => {
  beforeEach(() => setLimit(admin, 100));

  it("gets no second approver: the invitation waits for another approver, and no mail is sent", async () => {
    const mailbox = `mine-${services.ids.next()}@test.example`;
    const body = { roleId: roleOf("Admin"), email: mailbox, approvalLimit: 100 };
    const reply = await call(admin, "POST", "/team/invitations", body);
    expect(reply).toMatchObject({ status: 200, body: { status: true, message: CHANGE_SUBMITTED } });
    const id = changeOf(reply);
    expect(await mailsTo(mailbox)).toEqual([]);
    expect((await call(admin, "GET", "/team/invitations")).body.data).toEqual([]);
    expect(await call(admin, "POST", `/team/changes/${id}/approve`, {})).toMatchObject({
      status: 403,
      body: { code: "change_own" },
    });
    expect(await call(owner, "POST", `/team/changes/${id}/approve`, { comment: "Hired." })).toMatchObject({
      status: 200,
    });
    expect(await mailsTo(mailbox)).toHaveLength(1);
    expect((await call(admin, "GET", "/team/invitations")).body.data).toMatchObject([
      { email: mailbox, role: "Admin", approvalLimit: 100, accepted: false },
    ]);
  });

  it("gets none by inviting an Operator and then changing the role, or through a custom role", async () => {
    const helper = await join("Operator");
    await setLimit(helper, 100);
    expect(changeOf(await call(admin, "PUT", `/team/member/${helper.id}`, { roleId: roleOf("Admin") }))).toBeTruthy();
    expect(await roleNameOf(helper)).toBe("Operator");
    const permissions = ["BROWSE_TRANSACTIONS"];
    const created = await call(admin, "POST", "/team/roles", { name: "Helpers", permissions });
    const roleId = created.body.data.id;
    const other = await join("Operator");
    await setLimit(other, 100);
    expect((await call(admin, "PUT", `/team/member/${other.id}`, { roleId })).body.message).not.toBe(CHANGE_SUBMITTED);
    const widened = await call(admin, "PATCH", `/team/roles/${roleId}`, {
      permissions: [...permissions, "APPROVE_TRANSFER"],
    });
    expect(widened.body).toMatchObject({ message: CHANGE_SUBMITTED, data: { permissions } });
    expect(await call(other, "GET", "/team/changes")).toMatchObject({ status: 403 });
  });
});

describe("a change that gives more access", () => {
  it("waits, is listed with what it gives, and is applied and audited when another approver agrees", async () => {
    const operator = await join("Operator", { firstName: "Bola", lastName: "Ade" });
    const id = changeOf(
      await call(admin, "PUT", `/team/member/${operator.id}`, { roleId: roleOf("Admin"), approvalLimit: 5_000 }),
    );
    const { body } = await call(owner, "GET", "/team/changes");
    expect(body.data).toEqual([
      {
        id,
        kind: "member",
        subject: operator.id,
        label: "Bola Ade",
        mode: "SANDBOX",
        status: "PENDING",
        creator: admin.id,
        creatorName: "Ngozi Eze",
        before: { role: "Operator", approvalLimit: null },
        after: { role: "Admin", approvalLimit: 5_000 },
        neededLimit: 5_000,
        decidedByName: null,
        decidedAt: null,
        comment: null,
        reason: null,
        expiresAt: expect.any(String),
        createdAt: expect.any(String),
        viewer: { canApprove: true, canWithdraw: false, reason: null },
      },
    ]);
    const seen = await call(admin, "GET", `/team/changes/${id}`);
    expect(seen.body.data.viewer).toEqual({
      canApprove: false,
      canWithdraw: true,
      reason: "You requested this change. Another approver must agree to it.",
    });
    const done = await call(owner, "POST", `/team/changes/${id}/approve`, { comment: "Promoted." });
    expect(done).toMatchObject({ status: 200, body: { message: "Change successfully approved." } });
    expect(await roleNameOf(operator)).toBe("Admin");
    expect((await call(owner, "GET", `/team/changes/${id}`)).body.data).toMatchObject({
      status: "APPROVED",
      decidedByName: "Ada Obi",
      comment: "Promoted.",
      viewer: { canApprove: false, canWithdraw: false, reason: null },
    });
    expect(await audited(["access_change.submit", "member.update", "access_change.approve"])).toEqual([
      { action: "access_change.submit", actor_id: admin.id, reason: null },
      { action: "access_change.approve", actor_id: owner.id, reason: "Promoted." },
      { action: "member.update", actor_id: owner.id, reason: "Requested by Ngozi Eze." },
    ]);
    const mails = await mailsTo(owner.email);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      "A change to access needs your decision",
      "A new approver",
    ]);
    for (const { text } of mails) expect(text).toContain("Bola Ade");
  });

  it("is mailed to those who may agree, and counted in their profile, until it is decided", async () => {
    const low = await join("Admin");
    await setLimit(low, 100);
    const gaining = await join("Operator", { firstName: "Bola", lastName: "Ade" });
    const waiting = async (who: Person) => (await call(who, "GET", "/user/profile")).body.data.changesToDecide;
    await database.pool.query("delete from messages");
    const body = { roleId: roleOf("Admin"), approvalLimit: 5_000 };
    const id = changeOf(await call(admin, "PUT", `/team/member/${gaining.id}`, body));
    // Of four that send at the same time, one sends the mail, and the others may look for it before.
    await deliverMessages(services);
    const mails = await Promise.all([owner, admin, low, gaining].map(({ email }) => mailsTo(email)));
    expect(mails.map(({ length }) => length)).toEqual([1, 0, 0, 0]);
    expect(mails[0]?.[0]).toMatchObject({
      subject: "A change to access needs your decision",
      text: expect.stringMatching(/Details: Member Bola Ade\n[\s\S]*By: Ngozi Eze\n/),
    });
    expect(await Promise.all([owner, admin, low, gaining].map(waiting))).toEqual([1, 0, 0, 0]);
    await call(owner, "POST", `/team/changes/${id}/approve`, {});
    expect(await waiting(owner)).toBe(0);
  });

  it("applies at once where nobody else could agree", async () => {
    await call(owner, "DELETE", `/team/member/${admin.id}`);
    const email = `first-${services.ids.next()}@test.example`;
    expect(await call(owner, "POST", "/team/invitations", { roleId: roleOf("Admin"), email })).toMatchObject({
      status: 201,
    });
    expect(await mailsTo(email)).toHaveLength(1);
    const helper = await join("Operator");
    expect((await call(owner, "PUT", `/team/member/${helper.id}`, { roleId: roleOf("Admin") })).body.message).not.toBe(
      CHANGE_SUBMITTED,
    );
    // Now there is a second approver, who gains from this one.
    await call(owner, "PUT", `/team/member/${helper.id}`, { approvalLimit: 10 });
    const raise = await call(owner, "PUT", `/team/member/${helper.id}`, { approvalLimit: 20 });
    expect(raise.body.message).toBe("Member information successfully updated.");
    // An approver who could not agree to as much does not hold it up.
    const more = await call(owner, "POST", "/team/invitations", {
      roleId: roleOf("Admin"),
      email: `b${email}`,
      approvalLimit: 21,
    });
    expect(more.status).toBe(201);
    const less = await call(owner, "POST", "/team/invitations", {
      roleId: roleOf("Admin"),
      email: `c${email}`,
      approvalLimit: 20,
    });
    expect(less.body.message).toBe(CHANGE_SUBMITTED);
  });

  it("is not what lowers a limit, demotes, removes, or gives a role that does not approve", async () => {
    const second = await join("Admin");
    const requests = [
      await call(owner, "PUT", `/team/member/${second.id}`, { approvalLimit: 500 }),
      await call(owner, "PUT", `/team/member/${second.id}`, { approvalLimit: 400 }),
      await call(owner, "PUT", `/team/member/${second.id}`, { roleId: roleOf("Operator") }),
      await call(owner, "PUT", `/team/member/${second.id}`, { approvalLimit: null }),
      await call(owner, "POST", "/team/invitations", { roleId: roleOf("Operator"), email: `o-${second.email}` }),
      await call(owner, "DELETE", `/team/member/${second.id}`),
      await call(owner, "POST", "/team/roles", { name: "Approvers", permissions: ["APPROVE_TRANSFER"] }),
    ];
    for (const { status, body } of requests) {
      expect(status).toBeLessThan(300);
      expect(body.message).not.toBe(CHANGE_SUBMITTED);
    }
    expect((await call(owner, "GET", "/team/changes?status=ALL")).body.data).toEqual([]);
  });

  it("raises or removes an approver's limit only with consent, and nobody's own", async () => {
    const second = await join("Admin");
    await setLimit(second, 500);
    for (const approvalLimit of [501, null]) {
      const id = changeOf(await call(owner, "PUT", `/team/member/${second.id}`, { approvalLimit }));
      await call(owner, "DELETE", `/team/changes/${id}`, { reason: "Not now" });
    }
    expect(await call(second, "PUT", `/team/member/${second.id}`, { approvalLimit: 501 })).toMatchObject({
      status: 403,
      body: { code: "own_membership" },
    });
    const main = await join("MainMerchant");
    await call(owner, "PUT", `/team/member/${main.id}`, { approvalLimit: 700 });
    for (const approvalLimit of [701, null]) {
      const own = await call(main, "PUT", `/team/member/${main.id}`, { approvalLimit });
      expect(own).toMatchObject({ status: 403, body: { code: "own_membership" } });
      const others = await call(main, "PUT", `/team/member/${second.id}`, { approvalLimit });
      expect(others).toMatchObject({ status: 403, body: { code: "own_limit_exceeded" } });
    }
    for (const [method, body] of [
      ["PUT", { approvalLimit: 1 }],
      ["DELETE", undefined],
    ] as const) {
      const last = await call(main, method, `/team/member/${owner.id}`, body);
      expect(last).toMatchObject({ status: 400, body: { code: "last_without_limit" } });
    }
  });

  it("is agreed to neither by a member who gains, nor above the own limit, nor without the second factor", async () => {
    const low = await join("Admin");
    await setLimit(low, 100);
    const helper = await join("Operator");
    const id = changeOf(
      await call(owner, "PUT", `/team/member/${helper.id}`, { roleId: roleOf("Admin"), approvalLimit: 101 }),
    );
    expect(await call(low, "POST", `/team/changes/${id}/approve`, {})).toMatchObject({
      status: 403,
      body: { code: "approval_limit_exceeded", message: "Your approval limit is ₦1.00; this gives ₦1.01." },
    });
    expect((await call(low, "DELETE", `/team/changes/${id}`, { reason: "No" })).body.code).toBe(
      "approval_limit_exceeded",
    );
    const raise = changeOf(await call(owner, "PUT", `/team/member/${low.id}`, { approvalLimit: 200 }));
    expect((await call(low, "POST", `/team/changes/${raise}/approve`, {})).body.code).toBe("change_gains");
    await database.pool.query("update tenant_settings set require_two_factor = true where tenant = $1", [
      merchant.sandbox.id,
    ]);
    expect((await call(admin, "POST", `/team/changes/${id}/approve`, {})).body.code).toBe("two_factor_missing");
  });

  it("is declined, withdrawn or expires; one change of a subject waits at a time", async () => {
    const email = `new-${services.ids.next()}@test.example`;
    const invite = () => call(owner, "POST", "/team/invitations", { roleId: roleOf("Admin"), email });
    const declined = changeOf(await invite());
    expect(await invite()).toMatchObject({ status: 400, body: { code: "change_pending" } });
    expect((await call(admin, "DELETE", `/team/changes/${declined}`, { reason: "Unknown person" })).status).toBe(200);
    const withdrawn = changeOf(await invite());
    expect((await call(owner, "DELETE", `/team/changes/${withdrawn}`, { reason: "Wrong address" })).status).toBe(200);
    const late = changeOf(await invite());
    clock.advance(30 * 86_400_000);
    owner.bearer = await bearerOf(services, owner.email);
    admin.bearer = await bearerOf(services, admin.email);
    expect((await call(admin, "POST", `/team/changes/${late}/approve`, {})).body.code).toBe("change_decided");
    expect(await expireAccessChanges(services)).toBeGreaterThanOrEqual(1);
    const { body } = await call(owner, "GET", "/team/changes?status=ALL");
    expect(body.data).toMatchObject([
      { id: late, status: "EXPIRED", decidedByName: "Expiry", reason: "Nobody decided in time." },
      { id: withdrawn, status: "DECLINED", decidedByName: "Ada Obi", reason: "Wrong address" },
      { id: declined, status: "DECLINED", decidedByName: "Ngozi Eze", reason: "Unknown person" },
    ]);
    expect(await mailsTo(email)).toEqual([]);
  });

  it("answers a repeated Idempotency-Key with the same change", async () => {
    const email = `key-${services.ids.next()}@test.example`;
    const body = { roleId: roleOf("Admin"), email };
    const keyed = { "idempotency-key": `invite-${email}` };
    const first = await call(owner, "POST", "/team/invitations", body, keyed);
    const again = await call(owner, "POST", "/team/invitations", body, keyed);
    expect(changeOf(again)).toBe(changeOf(first));
  });
});

describe("the settings about money", () => {
  it.each([
    ["membersMayMoveMoney", true, false],
    ["requireTwoFactor", false, true],
    ["noApprovalBelow", null, 5_000],
    ["twoApproversFrom", null, 5_000_000],
  ] as const)(
    "%s changes only with consent; other fields of the request change at once",
    async (field, before, value) => {
      const reply = await call(owner, "PATCH", "/merchant/settings", { [field]: value, merchantFee: 700 });
      const id = changeOf(reply);
      expect(reply.body.data).toMatchObject({ [field]: before, fees: { merchantFee: 700 } });
      expect((await call(admin, "POST", `/team/changes/${id}/approve`, {})).status).toBe(200);
      expect((await call(owner, "GET", "/merchant/settings")).body.data[field]).toBe(value);
      const same = await call(owner, "PATCH", "/merchant/settings", { [field]: value });
      expect(same.body.message).toBe("Request successfully completed.");
    },
  );

  it("set the approval rules: only a MainMerchant, consistently, with an audit row and a mail", async () => {
    const rules = { noApprovalBelow: 500_000, twoApproversFrom: 100_000_000 };
    const id = changeOf(await call(owner, "PATCH", "/merchant/settings", rules));
    expect((await call(admin, "POST", `/team/changes/${id}/approve`, {})).status).toBe(200);
    expect((await call(owner, "GET", "/merchant/settings")).body.data).toMatchObject(rules);
    const { rows } = await database.pool.query(
      "select before, after from audit_log where action = 'merchant.change_settings' and object_id = $1 and after ? 'noApprovalBelow'",
      [merchant.merchantId],
    );
    expect(rows).toEqual([{ before: { noApprovalBelow: null, twoApproversFrom: null }, after: rules }]);
    const mails = (await mailsTo(owner.email)).map(({ text }) => text).join("\n");
    expect(mails).toContain("noApprovalBelow is ₦5,000 in SANDBOX");
    expect(mails).toContain("twoApproversFrom is ₦1,000,000 in SANDBOX");
    expect(await call(owner, "PATCH", "/merchant/settings", { twoApproversFrom: 499_999 })).toMatchObject({
      status: 400,
      body: { code: "validation_failed", errors: [{ field: "noApprovalBelow" }] },
    });
    expect(await call(admin, "PATCH", "/merchant/settings", { noApprovalBelow: null })).toMatchObject({
      status: 403,
      body: { errors: [{ field: "noApprovalBelow" }] },
    });
  });

  it("are not seen or decided in the other mode", async () => {
    const id = changeOf(await call(owner, "PATCH", "/merchant/settings", { membersMayMoveMoney: false }));
    const invitation = { roleId: roleOf("Admin"), email: `m-${services.ids.next()}@test.example` };
    const team = changeOf(await call(owner, "POST", "/team/invitations", invitation));
    await database.pool.query("update merchants set review = 'ENABLED' where id = $1", [merchant.merchantId]);
    await call(owner, "POST", "/merchant/account-mode", { mode: "PRODUCTION" });
    expect((await call(admin, "GET", "/team/changes")).body.data.map((one: { id: string }) => one.id)).toEqual([team]);
    expect((await call(admin, "POST", `/team/changes/${id}/approve`, {})).body.code).toBe("change_not_found");
    expect((await call(admin, "POST", `/team/changes/${team}/approve`, {})).status).toBe(200);
  });
});

describe("races", () => {
  it("of two approvers, one who declines and the one who withdraws exactly one decides, 10 times", async () => {
    const third = await join("Admin");
    for (let round = 0; round < 10; round += 1) {
      const email = `race-${services.ids.next()}@test.example`;
      const id = changeOf(await call(owner, "POST", "/team/invitations", { roleId: roleOf("Admin"), email }));
      const deciders = [
        () => call(admin, "POST", `/team/changes/${id}/approve`, {}),
        () => call(third, "POST", `/team/changes/${id}/approve`, {}),
        () => call(third, "DELETE", `/team/changes/${id}`, { reason: "No" }),
        () => call(owner, "DELETE", `/team/changes/${id}`, { reason: "Sorry" }),
      ];
      const order = deciders.map((_, index) => deciders[(index + round) % deciders.length]);
      const replies = await Promise.all(order.map((decide) => decide?.()));
      expect(replies.map((reply) => reply?.status).sort()).toEqual([200, 409, 409, 409]);
      const [change] = (await call(owner, "GET", "/team/changes?status=ALL&perPage=1")).body.data;
      expect(await mailsTo(email)).toHaveLength(change.status === "APPROVED" ? 1 : 0);
    }
  });

  it.each<[string, (target: Person) => Promise<unknown>, string]>([
    ["the requester left", () => call(owner, "DELETE", `/team/member/${admin.id}`), "change_outdated"],
    ["the requester may no longer do it", () => demote(admin), "permission_missing"],
    ["the requester's own limit fell below it", () => setLimit(admin, 10), "own_limit_exceeded"],
    ["the target left", (target) => call(owner, "DELETE", `/team/member/${target.id}`), "member_not_found"],
    ["the target got another limit", (target) => setLimit(target, 4), "change_outdated"],
    ["the target has it already", (target) => promote(target), "change_outdated"],
  ])("fails with the reason where meanwhile %s", async (_title, meanwhile, code) => {
    const third = await join("Admin");
    const target = await join("Operator");
    const body = { roleId: roleOf("Admin"), approvalLimit: 5_000 };
    const id = changeOf(await call(admin, "PUT", `/team/member/${target.id}`, body));
    await meanwhile(target);
    const reply = await call(third, "POST", `/team/changes/${id}/approve`, {});
    expect(reply.body).toMatchObject({ status: false, code });
    expect((await call(third, "GET", `/team/changes/${id}`)).body.data).toMatchObject({
      status: "FAILED",
      reason: reply.body.message,
    });
    expect((await call(third, "POST", `/team/changes/${id}/approve`, {})).body.code).toBe("change_decided");
  });

  it("a role whose members' limits grew since then is not widened", async () => {
    const created = await call(owner, "POST", "/team/roles", { name: "Tellers", permissions: ["BROWSE_TRANSACTIONS"] });
    const roleId = created.body.data.id;
    const teller = await join("Operator");
    await setLimit(teller, 50);
    await call(owner, "PUT", `/team/member/${teller.id}`, { roleId });
    const permissions = ["BROWSE_TRANSACTIONS", "APPROVE_TRANSFER"];
    const id = changeOf(await call(owner, "PATCH", `/team/roles/${roleId}`, { permissions }));
    const invitation = { roleId, email: `t-${services.ids.next()}@test.example`, approvalLimit: 900 };
    expect((await call(owner, "POST", "/team/invitations", invitation)).status).toBe(201);
    expect((await call(admin, "POST", `/team/changes/${id}/approve`, {})).body.code).toBe("change_outdated");
  });
});

async function call(
  who: Person,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  headers = {},
) {
  const reply = await app.inject({
    method,
    url: `/v1${path}`,
    headers: { ...who.bearer, ...headers },
    ...(body ? { payload: body } : {}),
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}

/** The ID of the change that a reply says was submitted. */
function changeOf(reply: { status: number; headers: Record<string, unknown>; body: { message: string } }): string {
  expect(reply).toMatchObject({ status: 200, body: { message: CHANGE_SUBMITTED } });
  const id = /^\/v1\/team\/changes\/([0-9a-f-]{36})$/.exec(String(reply.headers.location))?.[1];
  if (!id) throw new Error("no address of a change");
  return id;
}

async function join(role: "MainMerchant" | "Admin" | "Operator", name = {}): Promise<Person> {
  const { id, email } = await testMember(services, merchant, role, name);
  return { id, email, bearer: await bearerOf(services, email) };
}

function roleOf(name: string): string {
  return roleIds.get(name) ?? "";
}

async function setLimit({ id }: Person, limit: number | null): Promise<void> {
  await database.pool.query("update members set approval_limit = $2 where id = $1", [id, limit]);
}

async function demote({ id }: Person): Promise<void> {
  await database.pool.query("update members set role_id = $2 where id = $1", [id, roleOf("Operator")]);
}

async function promote({ id }: Person): Promise<void> {
  await database.pool.query("update members set role_id = $2, approval_limit = 5000 where id = $1", [
    id,
    roleOf("Admin"),
  ]);
}

async function roleNameOf({ id }: Person): Promise<string> {
  const { rows } = await database.pool.query(
    "select r.name from members m join roles r on r.id = m.role_id where m.id = $1",
    [id],
  );
  return rows[0].name;
}

async function audited(actions: string[]) {
  const { rows } = await database.pool.query(
    "select action, actor_id, reason from audit_log where tenant = $1 and action = any($2) order by at, array_position($3, action)",
    [merchant.sandbox.id, actions, ["access_change.submit", "access_change.approve", "member.update"]],
  );
  return rows;
}

async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  await deliverMessages(services);
  const { rows } = await database.pool.query(
    `select subject, text from development_outbox where "to" = $1 and subject <> 'New sign-in to your account'`,
    [email],
  );
  return rows;
}
