import type { Context } from "../domain/context.ts";
import { changeTier } from "../domain/customers/identity/change-tier.ts";
import { linkBvn } from "../domain/customers/identity/link-bvn.ts";
import { Failure } from "../domain/failure.ts";
import { fundMerchantWallet } from "../domain/merchant/fund-merchant-wallet.ts";
import { enableWallet } from "../domain/wallets/controls/enable-wallet.ts";
import { freezeWallet } from "../domain/wallets/controls/freeze-wallet.ts";
import { setPostNoCredit } from "../domain/wallets/controls/set-post-no-credit.ts";
import { setTransactionPin } from "../domain/wallets/controls/set-transaction-pin.ts";
import { createCustomerWallet } from "../domain/wallets/creation/create-customer-wallet.ts";
import { demoNumber, demoNumbers, failsAtBirth, verifyDemoPhone } from "./demo-identity.ts";
import { moveSomething, type Purse, payOut } from "./demo-money.ts";
import type { DemoCustomer, DemoMember } from "./demo-people.ts";
import type { Random } from "./random.ts";
import { DAY_MS, HOUR_MS } from "./walking-time.ts";

/** A merchant whose members and key can act. */
export type House = { act(who: DemoMember["role"] | "key"): Context };

/** One event of the story, at an instant in milliseconds. */
export type Happening = { at: number; happen(): Promise<unknown> };

export type StoryOptions = {
  house: House;
  customers: readonly DemoCustomer[];
  /** Filled with the customers' wallets as they are created. */
  purses: Purse[];
  random: Random;
  until: Date;
  days: number;
  /** The approximate number of movements on a working day. */
  busyness: number;
  fundingKobo: number;
};

/** All events of a merchant's customers, unsorted. None happens at night, in any time zone of the machine. */
export function storyOf(options: StoryOptions): Happening[] {
  const { house, customers, days, fundingKobo } = options;
  const fund = (amount: number) => () => fundMerchantWallet(house.act("MainMerchant"), { amount });
  return [
    { at: atWork(options, days - 1), happen: fund(fundingKobo) },
    { at: atWork(options, Math.floor(days / 2)), happen: fund(Math.floor(fundingKobo / 2)) },
    ...customers.flatMap((customer, index) => {
      const createdDaysAgo = days - 2 - Math.round((index * (days - 3)) / Math.max(1, customers.length - 1));
      return lifeOf(options, customer, { index, createdDaysAgo });
    }),
    ...Array.from({ length: days - 2 }, (_, daysAgo) => moneyOf(options, daysAgo)).flat(),
  ];
}

function lifeOf(
  options: StoryOptions,
  customer: DemoCustomer,
  birth: { index: number; createdDaysAgo: number },
): Happening[] {
  const { house, purses } = options;
  const purse: Purse = {
    customerId: "",
    tier: customer.tier,
    balance: 0,
    spent: { day: "", amount: 0 },
    isActive: !failsAtBirth(customer),
    takesCredit: true,
    isIdle: customer.idle === true,
  };
  const { frozen, enabled, enableRefused, noCredit, linked } = customer;
  const story: Happening[] = [
    {
      at: atWork(options, birth.createdDaysAgo),
      happen: async () => {
        purse.customerId = await create(house, customer, birth.index);
        purses.push(purse);
        if (purse.isActive && !purse.isIdle) await payOut(house.act("key"), purse, options.random);
      },
    },
  ];
  const later = (daysAgo: number, happen: () => Promise<void>) => story.push({ at: atWork(options, daysAgo), happen });
  if (frozen) {
    later(frozen.daysAgo, async () => {
      purse.isActive = false;
      await freezeWallet(house.act(frozen.by), { customerId: purse.customerId, reason: frozen.reason });
    });
  }
  if (enabled) {
    later(enabled.daysAgo, async () => {
      await enableWallet(house.act("Admin"), { customerId: purse.customerId, reason: enabled.reason });
      purse.isActive = true;
    });
  }
  if (enableRefused) later(enableRefused.daysAgo, () => tryToEnable(house.act("Admin"), purse.customerId));
  if (linked) {
    const bvn = demoNumber("bvn", birth.index, "55");
    later(linked.daysAgo, () => linkLate(house.act("Admin"), purse.customerId, bvn));
  }
  if (noCredit) {
    later(noCredit.daysAgo, async () => {
      purse.takesCredit = false;
      const change = { customerId: purse.customerId, postNoCredit: true, reason: noCredit.reason };
      await setPostNoCredit(house.act("Admin"), change);
    });
  }
  return story;
}

async function create(house: House, customer: DemoCustomer, index: number): Promise<string> {
  const [firstName, lastName] = customer.name;
  const number = String(index + 1).padStart(4, "0");
  const { customerId } = await createCustomerWallet(house.act(index % 3 === 0 ? "Operator" : "key"), {
    firstName: firstName.normalize("NFC"),
    lastName: lastName.normalize("NFC"),
    phoneNumber: `0800000${number}`,
    dateOfBirth: `${1962 + ((index * 7) % 42)}-${twoDigits(1 + (index % 12))}-${twoDigits(1 + ((index * 5) % 28))}`,
    ...demoNumbers(customer, index),
    ...(index % 4 === 3 ? {} : { email: `customer${number}@mail.example` }),
  });
  if (customer.tier > 1) await changeTier(house.act("Admin"), { customerId, tier: customer.tier });
  if (customer.phone) await verifyDemoPhone(house.act("key"), customerId);
  if (customer.pin) await setTransactionPin(house.act("Admin"), { customerId, pin: number });
  return customerId;
}

async function linkLate(ctx: Context, customerId: string, bvn: string): Promise<void> {
  await linkBvn(ctx, { customerId, bvn });
}

// The failure is intended: the wallet's activity shows the member who tried.
async function tryToEnable(ctx: Context, customerId: string): Promise<void> {
  try {
    await enableWallet(ctx, { customerId });
  } catch (error) {
    if (error instanceof Failure && error.code === "wallet_frozen_by_identity_check") return;
    throw error;
  }
  throw new Error("the demo's wallet with a failed identity check was enabled");
}

function moneyOf(options: StoryOptions, daysAgo: number): Happening[] {
  const { house, purses, random, busyness, until } = options;
  const weekday = new Date(startOfDay(until, daysAgo) + HOUR_MS).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  const count = random.whole(Math.ceil(busyness / 3), busyness + 4);
  return Array.from({ length: isWeekend ? Math.ceil(count / 3) : count }, () => ({
    at: atWork(options, daysAgo),
    happen: () => moveSomething(house.act(random.percent(20) ? "MainMerchant" : "key"), purses, random),
  })).filter(({ at }) => at < until.getTime());
}

/** A random instant of that day between 08:00 and 19:00 in Lagos. */
export function atWork({ random, until }: Pick<StoryOptions, "random" | "until">, daysAgo: number): number {
  return startOfDay(until, daysAgo) + 8 * HOUR_MS + random.whole(0, 11 * HOUR_MS - 1);
}

function startOfDay(until: Date, daysAgo: number): number {
  // Lagos is at UTC+1 all year.
  return Math.floor((until.getTime() + HOUR_MS) / DAY_MS) * DAY_MS - HOUR_MS - daysAgo * DAY_MS;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
