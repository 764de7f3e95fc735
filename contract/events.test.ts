import { expect, it } from "vitest";
import * as z from "zod";
import { EventType, events, testEvent } from "./events.ts";

it("has the nine event types of spec 6.2, and those of bank transfers, files and cards", () => {
  expect(EventType.options).toEqual([
    "transaction.success",
    "transaction.failed",
    "transaction.pending",
    "wallet.credit",
    "wallet.credit.suspended",
    "wallet.debit",
    "customer.created",
    "card.linked",
    "card.status",
    "card.authorization",
    "card.transaction",
    "transfer.completed",
    "transfer.failed",
    "transfer.processing",
    "transfer.reversed",
    "batch.completed",
    "wallet_import.completed",
  ]);
});

/** The shapes of an event: some have one for wallets and one for bank accounts. */
function shapesOf(data: z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>): readonly z.ZodObject[] {
  return data instanceof z.ZodUnion ? data.options : [data];
}

it.each([...Object.entries(events), [testEvent.type, testEvent] as const])(
  "shows an example of %s that has exactly the fields of its shape",
  (_type, { data, example, description }) => {
    expect(z.union(shapesOf(data).map((shape) => shape.strict())).parse(example)).toEqual(example);
    expect(description).toMatch(/^[A-Z].*\.$/);
  },
);

it("never sends BVN, NIN or birth date", () => {
  const fields = Object.values(events).flatMap(({ data }) => shapesOf(data).flatMap(({ shape }) => Object.keys(shape)));
  expect(fields.filter((field) => /bvn|nin$|birth/i.test(field))).toEqual([]);
});
