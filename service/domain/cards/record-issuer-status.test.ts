import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestCard } from "../../testing/cards.ts";
import { testClock } from "../../testing/clock.ts";
import { testContext, testServices } from "../../testing/context.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant, createTestWallet } from "../../testing/factories.ts";
import type { Services } from "../context.ts";
import { recordIssuerStatus } from "./record-issuer-status.ts";

const database = useTestDatabase();
let services: Services;

beforeAll(() => {
  services = testServices(database, { clock: testClock() });
});
afterAll(() => services.committer.close());

it("the issuer's lock is that of its newest event, however they repeat and overtake each other", async () => {
  const ctx = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
  const card = await createTestCard(ctx, await createTestWallet(ctx));
  const issuer = { name: "sandbox", mode: "SANDBOX" } as const;
  const lockAfter = async (status: "frozen" | "active", second: number) => {
    const at = new Date(Date.UTC(2026, 2, 2, 10, 0, second));
    const event = {
      eventId: `${status}-${second}`,
      cardId: card.issuerCardId,
      at,
      kind: "status",
      reason: null,
    } as const;
    await recordIssuerStatus({ ...services, requestId: "test", address: null }, issuer, { ...event, status });
    const { rows } = await database.pool.query<{ locked: boolean }>(
      "select locked_by_issuer as locked from cards where id = $1",
      [card.id],
    );
    return rows[0]?.locked;
  };
  expect(await lockAfter("frozen", 1)).toBe(true);
  expect(await lockAfter("active", 2)).toBe(false);
  expect(await lockAfter("frozen", 1)).toBe(false);
  expect(await lockAfter("active", 5)).toBe(false);
  expect(await lockAfter("frozen", 4)).toBe(false);
  expect(await lockAfter("frozen", 6)).toBe(true);
  expect(await lockAfter("active", 5)).toBe(true);
});
