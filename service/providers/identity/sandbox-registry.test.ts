import { expect, test } from "vitest";
import { RegistryUnavailable } from "./identity-registry.ts";
import { createSandboxRegistry } from "./sandbox-registry.ts";

const registry = createSandboxRegistry();
const subject = { firstName: "Ada", lastName: "Obi", dateOfBirth: "1990-05-16", phoneNumber: "+2348010000001" };

test("a number ending in 00 is not found, 02 is an outage", async () => {
  expect(await registry.lookupBvn("22200000100", subject)).toBeNull();
  expect(await registry.lookupNin("77700000100")).toBeNull();
  await expect(registry.lookupBvn("22200000102", subject)).rejects.toBeInstanceOf(RegistryUnavailable);
});

test("01 is found but belongs to another person", async () => {
  const record = await registry.lookupBvn("22200000101", subject);
  expect(record).toMatchObject({ number: "22200000101" });
  expect(record?.firstName).not.toBe("Ada");
});

test("every other number exists, matches the subject, and always gives the same answer", async () => {
  expect(await registry.lookupBvn("22200000155", subject)).toEqual({ number: "22200000155", ...subject });
  const record = await registry.lookupNin("77700000155");
  expect(record).toEqual(await registry.lookupNin("77700000155"));
  expect(record?.dateOfBirth).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(record?.phoneNumber).toMatch(/^\+234\d{10}$/);
});
