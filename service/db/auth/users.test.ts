import { beforeAll, expect, it } from "vitest";
import { systemIds } from "../../ids.ts";
import { testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant } from "../../testing/factories.ts";
import { inTransaction } from "../pool.ts";
import { insertMember } from "../team/members.ts";
import { insertOrRenewUser, type NewUser } from "./users.ts";

const database = useTestDatabase();
let merchantId: string;

beforeAll(async () => {
  const services = testServices(database);
  ({ merchantId } = await createTestMerchant(services));
  await services.committer.close();
});

function person(email: string, firstName: string): NewUser {
  const at = new Date("2026-03-02T09:00:00Z");
  return {
    id: systemIds.next(),
    email,
    passwordHash: firstName,
    firstName,
    lastName: "Obi",
    phoneNumber: null,
    verifiedAt: at,
    emailConfirmedAt: at,
    at,
  };
}

it.each([
  ["is new", "new@test.example", false],
  ["was known", "known@test.example", true],
])("a user who %s and joins a team at the same moment is not renewed", async (_state, email, isKnown) => {
  const before = person(email, "Before");
  if (isKnown) await inTransaction(database.pool, (tx) => insertOrRenewUser(tx, before));
  const first = Promise.withResolvers<void>();
  const joined = inTransaction(database.pool, async (tx) => {
    const userId = await insertOrRenewUser(tx, person(email, "First"));
    if (!userId) throw new Error("nobody was added");
    const role = { name: "Support" } as const;
    const member = { id: systemIds.next(), merchantId, userId, role, approvalLimit: null, at: before.at };
    await insertMember(tx, member);
    first.resolve();
    // By now the other transaction waits for this commit.
    await tx.query("select pg_sleep(0.2)");
    return userId;
  });
  await first.promise;
  expect(await inTransaction(database.pool, (tx) => insertOrRenewUser(tx, person(email, "Second")))).toBeUndefined();
  const { rows } = await database.pool.query("select id, first_name from users where email = $1", [email]);
  expect(rows).toEqual([{ id: await joined, first_name: "First" }]);
  if (isKnown) expect(rows[0]?.id).toBe(before.id);
});
