import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BuiltInRole } from "../../../contract/permissions.ts";
import { createCallerCache } from "../../domain/auth/caller-cache.ts";
import type { Services } from "../../domain/context.ts";
import type { CreatedMerchant } from "../../domain/merchant/sign-up/create-merchant.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, sandboxPrivateKey, TEST_PASSWORD, testMember } from "../../testing/factories.ts";
import { bearerOf } from "../../testing/sign-in.ts";
import { buildApp } from "../app.ts";

const database = useTestDatabase({ connections: 20 });
let services: Services;
let app: FastifyInstance;
let merchant: CreatedMerchant;
let owner: { authorization: string };

beforeAll(() => {
  const plain = testServices(database);
  // Caches callers for an hour, so a change takes effect only if it evicts the cached caller.
  services = { ...plain, callers: createCallerCache(plain.clock, 3_600_000) };
  app = buildApp(services);
});
beforeEach(async () => {
  merchant = await createTestMerchant(services, { owner: person(`owner-${services.ids.next()}@test.example`) });
  owner = await bearerOf(services, await emailOf(merchant.owner.memberId), "dashboard");
});
afterAll(async () => {
  await app.close();
  await services.committer.close();
});

function person(email: string) {
  return { email, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" };
}
async function emailOf(memberId: string): Promise<string> {
  const { rows } = await database.pool.query(
    "select u.email from users u join members m on m.user_id = u.id where m.id = $1",
    [memberId],
  );
  return rows[0].email;
}
async function call(
  headers: { authorization: string },
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
) {
  const response = await app.inject({
    method,
    url: `/v1${path}`,
    headers,
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, body: response.json() };
}
async function signedIn(role: BuiltInRole) {
  const member = await testMember(services, merchant, role);
  return { ...member, bearer: await bearerOf(services, member.email, "dashboard") };
}
const roleId = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
const [MAIN, ADMIN, OPERATOR, SUPPORT] = [1, 2, 3, 4].map(roleId);
const audited = async (action: string) =>
  (await database.pool.query("select before, after from audit_log where action = $1 order by id desc", [action])).rows;

describe("members", () => {
  it("lists members with roles and limits, in pages", async () => {
    await signedIn("Operator");
    const first = await call(owner, "GET", "/team/members?perPage=1");
    expect(first.body.metadata).toEqual({ page: 1, perPage: 1, totalRecords: 2, totalPages: 2 });
    expect(first.body.data).toEqual([
      {
        id: merchant.owner.memberId,
        roleId: MAIN,
        role: "MainMerchant",
        email: await emailOf(merchant.owner.memberId),
        firstName: "Ada",
        lastName: "Obi",
        approvalLimit: null,
      },
    ]);
  });

  it("applies a new role and limit to the member's next request", async () => {
    const operator = await signedIn("Operator");
    expect((await call(operator.bearer, "GET", "/team/members")).status).toBe(403);
    const change = await call(owner, "PUT", `/team/member/${operator.id}`, { roleId: ADMIN, approvalLimit: 5_000_000 });
    expect(change).toMatchObject({ status: 200, body: { message: "Member information successfully updated." } });
    expect((await call(operator.bearer, "GET", "/team/members")).status).toBe(200);
    expect((await audited("member.update"))[0]).toEqual({
      before: { role: "Operator", approvalLimit: null },
      after: { role: "Admin", approvalLimit: 5_000_000 },
    });
    await call(owner, "PUT", `/team/member/${operator.id}`, { roleId: ADMIN, approvalLimit: 5_000_000 });
    await call(owner, "PUT", `/team/member/${operator.id}`, {});
    expect((await audited("member.update")).filter(({ after }) => after.approvalLimit === 5_000_000)).toHaveLength(1);
    await call(owner, "PUT", `/team/member/${operator.id}`, { approvalLimit: null });
    const { body } = await call(owner, "GET", "/team/members");
    expect(body.data[1]).toMatchObject({ role: "Admin", approvalLimit: null });
  });

  it("an Admin cannot change or make a MainMerchant, nor change their own membership", async () => {
    const admin = await signedIn("Admin");
    const operator = await signedIn("Operator");
    const attempts = [
      [`/team/member/${merchant.owner.memberId}`, { approvalLimit: 1 }, "main_merchant_only"],
      [`/team/member/${operator.id}`, { roleId: MAIN }, "main_merchant_only"],
      [`/team/member/${admin.id}`, { approvalLimit: null }, "own_membership"],
    ] as const;
    for (const [path, body, code] of attempts) {
      expect(await call(admin.bearer, "PUT", path, body)).toMatchObject({ status: 403, body: { code } });
    }
    expect((await call(admin.bearer, "DELETE", `/team/member/${merchant.owner.memberId}`)).body.code).toBe(
      "main_merchant_only",
    );
  });

  it("an Admin with a limit cannot grant a higher one", async () => {
    const admin = await signedIn("Admin");
    const operator = await signedIn("Operator");
    await call(owner, "PUT", `/team/member/${admin.id}`, { approvalLimit: 1_000 });
    const path = `/team/member/${operator.id}`;
    for (const approvalLimit of [1_001, null]) {
      expect((await call(admin.bearer, "PUT", path, { approvalLimit })).body.code).toBe("own_limit_exceeded");
    }
    expect((await call(admin.bearer, "PUT", path, { approvalLimit: 1_000 })).status).toBe(200);
  });

  it("an Admin with a limit cannot make an approver above it, directly or through a role", async () => {
    const admin = await signedIn("Admin");
    await call(owner, "PUT", `/team/member/${admin.id}`, { approvalLimit: 1_000 });
    const operator = await signedIn("Operator"); // has no limit, which has no effect until the role can approve
    const path = `/team/member/${operator.id}`;
    expect(await call(admin.bearer, "PUT", path, { roleId: ADMIN })).toMatchObject({
      status: 403,
      body: { code: "own_limit_exceeded" },
    });
    const role = await call(owner, "POST", "/team/roles", { name: "Teller", permissions: ["MANAGE_TRANSFER"] });
    const rolePath = `/team/roles/${role.body.data.id}`;
    const permissions = ["MANAGE_TRANSFER", "APPROVE_TRANSFER"];
    expect((await call(admin.bearer, "PUT", path, { roleId: role.body.data.id })).status).toBe(200);
    expect((await call(admin.bearer, "PATCH", rolePath, { permissions })).body.code).toBe("own_limit_exceeded");
    expect((await call(admin.bearer, "PUT", path, { roleId: ADMIN, approvalLimit: 1_000 })).status).toBe(200);
    const { body } = await call(owner, "GET", "/team/changes");
    expect((await call(owner, "POST", `/team/changes/${body.data[0].id}/approve`, {})).status).toBe(200);
    expect((await call(admin.bearer, "PATCH", rolePath, { permissions })).status).toBe(200);
  });

  it("keeps the last MainMerchant, also with concurrent requests", async () => {
    const own = `/team/member/${merchant.owner.memberId}`;
    for (const attempt of [call(owner, "DELETE", own), call(owner, "PUT", own, { roleId: SUPPORT })]) {
      expect(await attempt).toMatchObject({ status: 400, body: { code: "last_main_merchant" } });
    }
    const second = await signedIn("MainMerchant");
    const both = await Promise.all([
      call(owner, "DELETE", `/team/member/${second.id}`),
      call(second.bearer, "DELETE", own),
    ]);
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const { rows } = await database.pool.query(
      "select from members where merchant_id = $1 and role_id = $2 and removed_at is null",
      [merchant.merchantId, MAIN],
    );
    expect(rows).toHaveLength(1);
  });

  it("removing a member ends their sessions immediately; adding them again restores the membership", async () => {
    const operator = await signedIn("Operator");
    expect((await call(operator.bearer, "GET", "/user/profile")).status).toBe(200);
    expect((await call(owner, "DELETE", `/team/member/${operator.id}`)).status).toBe(200);
    expect((await call(operator.bearer, "GET", "/user/profile")).status).toBe(401);
    expect((await call(owner, "DELETE", `/team/member/${operator.id}`)).body.code).toBe("member_not_found");
    const again = await testMember(services, merchant, "Support", { email: operator.email });
    expect(again.id).toBe(operator.id);
  });

  it("answers for another merchant's member as for an unknown one", async () => {
    const other = await createTestMerchant(services);
    for (const id of [other.owner.memberId, services.ids.next()]) {
      expect(await call(owner, "PUT", `/team/member/${id}`, { approvalLimit: 1 })).toMatchObject({
        status: 404,
        body: { message: "Member not found." },
      });
      expect((await call(owner, "DELETE", `/team/member/${id}`)).status).toBe(404);
    }
  });

  it("requires each field's own permission", async () => {
    const role = await call(owner, "POST", "/team/roles", { name: "Limits", permissions: ["MANAGE_TEAM_MEMBER"] });
    const keeper = await signedIn("Support");
    const operator = await signedIn("Operator");
    await call(owner, "PUT", `/team/member/${keeper.id}`, { roleId: role.body.data.id });
    // A member cannot remove a member with more permissions.
    expect((await call(keeper.bearer, "DELETE", `/team/member/${operator.id}`)).body.code).toBe("permission_not_held");
    const peer = await signedIn("Support");
    await call(owner, "PUT", `/team/member/${peer.id}`, { roleId: role.body.data.id });
    const path = `/team/member/${peer.id}`;
    expect((await call(keeper.bearer, "PUT", path, { approvalLimit: 10 })).status).toBe(200);
    expect(await call(keeper.bearer, "PUT", path, { roleId: SUPPORT })).toMatchObject({
      status: 403,
      body: { message: "You do not have the permission MANAGE_MEMBER_ROLE." },
    });
  });
});

describe("roles", () => {
  it("creates, changes and deletes a custom role; its members get each change immediately", async () => {
    const made = await call(owner, "POST", "/team/roles", { name: "Cashier", permissions: ["MANAGE_TRANSFER"] });
    expect(made).toMatchObject({ status: 201, body: { message: "Role successfully created." } });
    const { id } = made.body.data;
    const member = await signedIn("Support");
    await call(owner, "PUT", `/team/member/${member.id}`, { roleId: id });
    expect((await call(member.bearer, "GET", "/customer/x")).body.code).toBe("permission_missing");
    const changed = await call(owner, "PATCH", `/team/roles/${id}`, { permissions: ["BROWSE_TEAM_MEMBER"] });
    expect(changed.body).toMatchObject({
      message: "Role successfully updated.",
      data: { name: "Cashier", builtIn: false },
    });
    expect((await call(member.bearer, "GET", "/team/members")).status).toBe(200);
    expect((await call(owner, "DELETE", `/team/roles/${id}`)).body.code).toBe("role_in_use");
    await call(owner, "PUT", `/team/member/${member.id}`, { roleId: SUPPORT });
    expect((await call(owner, "DELETE", `/team/roles/${id}`)).status).toBe(200);
    expect((await call(owner, "POST", "/team/roles", { name: "cashier", permissions: ["BROWSE_KEYS"] })).status).toBe(
      201,
    );
  });

  it("refuses a taken name regardless of case, and changes to built-in roles", async () => {
    await call(owner, "POST", "/team/roles", { name: "Cashier", permissions: ["MANAGE_TRANSFER"] });
    for (const name of ["cashier", "ADMIN"]) {
      const again = await call(owner, "POST", "/team/roles", { name, permissions: ["MANAGE_TRANSFER"] });
      expect(again).toMatchObject({
        status: 400,
        body: { message: "Another role with the same name already exists." },
      });
    }
    expect((await call(owner, "PATCH", `/team/roles/${OPERATOR}`, { name: "X" })).body.code).toBe("role_built_in");
    expect((await call(owner, "DELETE", `/team/roles/${OPERATOR}`)).body.code).toBe("role_built_in");
  });

  it("refuses to grant permissions that the caller does not hold", async () => {
    const climber = await call(owner, "POST", "/team/roles", {
      name: "Climber",
      permissions: ["MANAGE_ROLES", "MANAGE_MEMBER_ROLE", "BROWSE_ROLES"],
    });
    const member = await signedIn("Support");
    const other = await signedIn("Support");
    await call(owner, "PUT", `/team/member/${member.id}`, { roleId: climber.body.data.id });
    const wanted = { name: "All", permissions: ["APPROVE_TRANSFER", "MANAGE_ROLES"] };
    expect(await call(member.bearer, "POST", "/team/roles", wanted)).toMatchObject({
      status: 403,
      body: { message: "You cannot give permissions that you do not have yourself: APPROVE_TRANSFER." },
    });
    expect((await call(member.bearer, "PUT", `/team/member/${other.id}`, { roleId: ADMIN })).body.code).toBe(
      "permission_not_held",
    );
    expect(
      (await call(member.bearer, "PATCH", `/team/roles/${climber.body.data.id}`, { permissions: ["BROWSE_KEYS"] }))
        .status,
    ).toBe(403);
  });

  it("treats another merchant's role as unknown", async () => {
    const other = await createTestMerchant(services, { owner: person(`x-${services.ids.next()}@test.example`) });
    const otherOwner = await bearerOf(services, await emailOf(other.owner.memberId), "dashboard");
    const { body } = await call(otherOwner, "POST", "/team/roles", { name: "Theirs", permissions: ["BROWSE_KEYS"] });
    expect((await call(owner, "PATCH", `/team/roles/${body.data.id}`, { name: "Mine" })).body.code).toBe(
      "role_not_found",
    );
    const member = await signedIn("Support");
    expect(await call(owner, "PUT", `/team/member/${member.id}`, { roleId: body.data.id })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "roleId", message: "names no role of this merchant" }] },
    });
    const listed = await call(owner, "GET", "/team/roles");
    expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual([
      "MainMerchant",
      "Admin",
      "Operator",
      "Support",
    ]);
  });
});

describe("switching between merchants", () => {
  it("switches the session to the other merchant and keeps its dashboard channel", async () => {
    const email = `two-${services.ids.next()}@test.example`;
    const first = await createTestMerchant(services, { owner: person(email), businessName: "First" });
    const second = await createTestMerchant(services, { owner: person(email), businessName: "Second" });
    const bearer = await bearerOf(services, email, "dashboard");
    const list = await call(bearer, "GET", "/team/merchants");
    expect(list.body.data).toEqual([
      { id: first.merchantId, role: "MainMerchant", name: "First" },
      { id: second.merchantId, role: "MainMerchant", name: "Second" },
    ]);
    expect((await call(bearer, "GET", "/user/profile")).body.data.MerchantId).toBe(first.merchantId);
    const done = await call(bearer, "POST", "/team/merchants/switch", { merchantId: second.merchantId });
    expect(done.body.message).toBe("Merchant successfully switched.");
    expect((await call(bearer, "GET", "/user/profile")).body.data.MerchantId).toBe(second.merchantId);
    const { rows } = await database.pool.query("select channel from sessions where member_id = $1", [
      second.owner.memberId,
    ]);
    expect(rows).toEqual([{ channel: "dashboard" }]);
    expect((await call(bearer, "POST", "/team/merchants/switch", { merchantId: merchant.merchantId })).body.code).toBe(
      "merchant_not_found",
    );
  });
});

it("refuses private keys on team endpoints", async () => {
  const key = { authorization: `Bearer ${await sandboxPrivateKey(services, merchant)}` };
  for (const path of ["/team/members", "/team/roles", "/team/permissions"]) {
    expect((await call(key, "GET", path)).status).toBe(403);
  }
});
