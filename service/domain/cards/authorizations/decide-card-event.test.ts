import { describe, expect, it } from "vitest";
import {
  type AuthorizationMoney,
  type CardEventFacts,
  decideCardEvent,
  NO_MONEY,
  statusOf,
} from "./decide-card-event.ts";

const approved = (amount: bigint): AuthorizationMoney => ({ ...NO_MONEY, authorized: amount, held: amount });
const event = (kind: CardEventFacts["kind"], amount = 0n, isFinal = false): CardEventFacts => ({
  kind,
  amount,
  isFinal,
});
const increment = (amount: bigint) => event("increment", amount);
const clear = (amount: bigint) => event("clear", amount);
const final = (amount: bigint) => event("clear", amount, true);
const reverse = (amount: bigint) => event("reverse", amount);
const refund = (amount: bigint) => event("refund", amount);
const expire = event("expire");

type Books = { money: AuthorizationMoney; payer: bigint; hold: bigint; settlement: bigint; receivable: bigint };

/** Posts the events one by one, as the ledger would. */
function play(start: { money: AuthorizationMoney; wallet: bigint }, events: readonly CardEventFacts[]): Books {
  const { money, wallet: payer } = start;
  const books: Books = { money, payer, hold: money.held, settlement: 0n, receivable: 0n };
  for (const one of events) {
    const decided = decideCardEvent(books.money, one, books.payer);
    for (const { from, to, amount } of decided.legs) {
      expect(amount > 0n).toBe(true);
      books[from] -= amount;
      books[to] += amount;
      expect(books.payer >= 0n && books.hold >= 0n).toBe(true);
    }
    books.money = decided.money;
    expect([books.hold, -books.receivable]).toEqual([decided.money.held, decided.money.owed]);
  }
  return books;
}

function* ordersOf<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const rest of ordersOf(items.filter((_, other) => other !== index))) yield [item, ...rest];
  }
}

describe("one authorization's life", () => {
  const lives: Record<string, CardEventFacts[]> = {
    "grows, clears in parts and is refunded": [increment(500n), clear(700n), clear(300n), reverse(200n), refund(400n)],
    "is cleared in parts and over after expiry": [clear(600n), expire, clear(300n), final(900n), refund(50n)],
    "is reversed, cleared after all and refunded before": [reverse(1_000n), refund(250n), final(1_300n), expire],
    "is never cleared": [increment(40n), reverse(100n), reverse(200n), expire],
    "is refunded in full": [final(2_000n), refund(1_500n), refund(500n), increment(100n), reverse(30n)],
  };
  for (const [name, events] of Object.entries(lives)) {
    it.each([0n, 150n, 700n, 10_000n])(`${name}: every order ends in the same books (wallet %s)`, (wallet) => {
      const start = { money: approved(1_000n), wallet };
      const expected = play(start, events);
      let orders = 0;
      for (const order of ordersOf(events)) {
        const books = play(start, order);
        expect(books).toEqual(expected);
        expect(statusOf(books.money)).toBe(statusOf(expected.money));
        orders += 1;
      }
      expect(orders).toBe(events.reduce((product, _, index) => product * (index + 1), 1));
      // What left the wallet and its hold, or is owed, is what the issuer has.
      const { money, payer, hold, settlement, receivable } = expected;
      expect(settlement).toBe(money.cleared - money.refunded);
      expect(payer + hold + settlement + receivable).toBe(1_000n + wallet);
    });
  }
});

describe("a clearing", () => {
  it("keeps the rest on hold unless it is final", () => {
    expect(decideCardEvent(approved(1_000n), clear(400n), 0n)).toEqual({
      money: { ...approved(1_000n), held: 600n, cleared: 400n },
      legs: [{ from: "hold", to: "settlement", amount: 400n }],
    });
    expect(decideCardEvent(approved(1_000n), final(400n), 0n).legs).toEqual([
      { from: "hold", to: "settlement", amount: 400n },
      { from: "hold", to: "payer", amount: 600n },
    ]);
  });

  it("takes what the hold lacks from the payer, and the rest is owed", () => {
    expect(decideCardEvent(approved(1_000n), final(1_700n), 300n)).toMatchObject({
      money: { held: 0n, cleared: 1_700n, owed: 400n },
      legs: [
        { from: "hold", to: "settlement", amount: 1_000n },
        { from: "payer", to: "settlement", amount: 300n },
        { from: "receivable", to: "settlement", amount: 400n },
      ],
    });
  });

  it("needs no authorization", () => {
    const { money, legs } = decideCardEvent(NO_MONEY, final(250n), 1_000n);
    expect(legs).toEqual([{ from: "payer", to: "settlement", amount: 250n }]);
    expect(statusOf(money)).toBe("cleared");
  });
});

describe("a refund", () => {
  it("is credited before its clearing", () => {
    expect(decideCardEvent(approved(1_000n), refund(300n), 0n).legs).toEqual([
      { from: "settlement", to: "payer", amount: 300n },
    ]);
  });

  it("pays what the customer owes first", () => {
    const owing = { ...NO_MONEY, cleared: 500n, owed: 200n };
    expect(decideCardEvent(owing, refund(500n), 0n).legs).toEqual([
      { from: "settlement", to: "receivable", amount: 200n },
      { from: "settlement", to: "payer", amount: 300n },
    ]);
  });

  it("without an authorization reads refunded", () => {
    expect(statusOf(decideCardEvent(NO_MONEY, refund(300n), 0n).money)).toBe("refunded");
  });
});
