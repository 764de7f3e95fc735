import { expect, it } from "vitest";
import { EventType, events, testEvent } from "./events.ts";

it("has the nine event types of spec 6.2, and those of bank transfers", () => {
  expect(EventType.options).toEqual([
    "transaction.success",
    "transaction.failed",
    "transaction.pending",
    "wallet.credit",
    "wallet.credit.suspended",
    "wallet.debit",
    "customer.created",
    "card.linked",
    "transfer.completed",
    "transfer.failed",
  ]);
});

it.each([...Object.entries(events), [testEvent.type, testEvent] as const])(
  "shows an example of %s that has exactly the fields of its shape",
  (_type, { data, example, description }) => {
    expect(data.strict().parse(example)).toEqual(example);
    expect(description).toMatch(/^[A-Z].*\.$/);
  },
);

it("never sends BVN, NIN or birth date", () => {
  const fields = Object.values(events).flatMap(({ data }) => Object.keys(data.shape));
  expect(fields.filter((field) => /bvn|nin$|birth/i.test(field))).toEqual([]);
});
