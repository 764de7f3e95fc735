import type { Context } from "../../domain/context.ts";
import { changeTier } from "../../domain/customers/identity/change-tier.ts";
import { linkBvn } from "../../domain/customers/identity/link-bvn.ts";
import { Failure } from "../../domain/failure.ts";
import { fundMerchantWallet } from "../../domain/merchant/fund-merchant-wallet.ts";
import { enableWallet } from "../../domain/wallets/controls/enable-wallet.ts";
import { freezeWallet } from "../../domain/wallets/controls/freeze-wallet.ts";
import { setPostNoCredit } from "../../domain/wallets/controls/set-post-no-credit.ts";
import { setTransactionPin } from "../../domain/wallets/controls/set-transaction-pin.ts";
import { createCustomerWallet } from "../../domain/wallets/creation/create-customer-wallet.ts";
import { addWalletNote } from "../../domain/wallets/notes/add-wallet-note.ts";
import { changeWalletTags } from "../../domain/wallets/notes/change-wallet-tags.ts";
import { demoNumber, demoNumbers, isCreatedFrozen, verifyDemoPhone } from "./demo-identity.ts";
import { type DemoWallet, makeRandomMovement, payOut } from "./demo-money.ts";
import type { DemoCustomer, DemoMember } from "./demo-people.ts";
import type { Random } from "./random.ts";
import { DAY_MS, HOUR_MS } from "./simulated-time.ts";

/** A merchant whose members and key can act. */
export type DemoMerchant = { contextOf(who: DemoMember["role"] | "key"): Context };

/** One event of the story, at an instant in milliseconds. */
export type StoryEvent = { at: number; run(): Promise<unknown> };

export type StoryOptions = {
  merchant: DemoMerchant;
  customers: readonly DemoCustomer[];
  /** Filled with the customers' wallets as they are created. */
  wallets: DemoWallet[];
  random: Random;
  until: Date;
  days: number;
  /** The approximate number of movements on a working day. */
  movementsPerDay: number;
  fundingKobo: number;
};

/** All events of a merchant's customers, unsorted. None happens at night, in any time zone of the machine. */
export function storyOf(options: StoryOptions): StoryEvent[] {
  const { merchant, customers, days, fundingKobo } = options;
  const fund = (amount: number) => () => fundMerchantWallet(merchant.contextOf("MainMerchant"), { amount });
  return [
    { at: workingTime(options, days - 1), run: fund(fundingKobo) },
    { at: workingTime(options, Math.floor(days / 2)), run: fund(Math.floor(fundingKobo / 2)) },
    ...customers.flatMap((customer, index) => {
      const createdDaysAgo = days - 2 - Math.round((index * (days - 3)) / Math.max(1, customers.length - 1));
      return eventsOfCustomer(options, customer, { index, createdDaysAgo });
    }),
    ...Array.from({ length: days - 2 }, (_, daysAgo) => movementsOfDay(options, daysAgo)).flat(),
  ];
}

function eventsOfCustomer(
  options: StoryOptions,
  customer: DemoCustomer,
  creation: { index: number; createdDaysAgo: number },
): StoryEvent[] {
  const { merchant, wallets } = options;
  const wallet: DemoWallet = {
    name: customer.name[0],
    customerId: "",
    tier: customer.tier,
    balance: 0,
    spent: { day: "", amount: 0 },
    isActive: !isCreatedFrozen(customer),
    takesCredit: true,
    isIdle: customer.idle === true,
  };
  const { frozen, enabled, enableRefused, noCredit, linked, note } = customer;
  const story: StoryEvent[] = [
    {
      at: workingTime(options, creation.createdDaysAgo),
      run: async () => {
        wallet.customerId = await create(merchant, customer, creation.index);
        wallets.push(wallet);
        if (wallet.isActive && !wallet.isIdle) await payOut(merchant.contextOf("key"), wallet, options.random);
      },
    },
  ];
  const later = (daysAgo: number, run: () => Promise<void>) =>
    story.push({ at: workingTime(options, daysAgo), run: run });
  if (frozen) {
    later(frozen.daysAgo, async () => {
      wallet.isActive = false;
      await freezeWallet(merchant.contextOf(frozen.by), { customerId: wallet.customerId, reason: frozen.reason });
    });
  }
  if (enabled) {
    later(enabled.daysAgo, async () => {
      await enableWallet(merchant.contextOf("Admin"), { customerId: wallet.customerId, reason: enabled.reason });
      wallet.isActive = true;
    });
  }
  if (enableRefused) later(enableRefused.daysAgo, () => tryToEnable(merchant.contextOf("Admin"), wallet.customerId));
  if (linked) {
    const bvn = demoNumber("bvn", creation.index, "55");
    later(linked.daysAgo, () => linkBvnLater(merchant.contextOf("Admin"), wallet.customerId, bvn));
  }
  if (noCredit) {
    later(noCredit.daysAgo, async () => {
      wallet.takesCredit = false;
      const change = { customerId: wallet.customerId, postNoCredit: true, reason: noCredit.reason };
      await setPostNoCredit(merchant.contextOf("Admin"), change);
    });
  }
  if (note) {
    later(note.daysAgo, async () => {
      await addWalletNote(merchant.contextOf(note.by), { customerId: wallet.customerId, text: note.text });
    });
  }
  return story;
}

async function create(merchant: DemoMerchant, customer: DemoCustomer, index: number): Promise<string> {
  const [firstName, lastName] = customer.name;
  const number = String(index + 1).padStart(4, "0");
  const { customerId } = await createCustomerWallet(merchant.contextOf(index % 3 === 0 ? "Operator" : "key"), {
    firstName: firstName.normalize("NFC"),
    lastName: lastName.normalize("NFC"),
    phoneNumber: `0800000${number}`,
    dateOfBirth: `${1962 + ((index * 7) % 42)}-${twoDigits(1 + (index % 12))}-${twoDigits(1 + ((index * 5) % 28))}`,
    ...demoNumbers(customer, index),
    address: `${index + 2} Marina Road, Lagos`,
    ...(index % 4 === 3 ? {} : { email: `customer${number}@mail.example` }),
  });
  if (customer.tier > 1) await changeTier(merchant.contextOf("Admin"), { customerId, tier: customer.tier });
  if (customer.phone) await verifyDemoPhone(merchant.contextOf("key"), customerId);
  if (customer.pin) await setTransactionPin(merchant.contextOf("Admin"), { customerId, pin: number });
  if (customer.tags)
    await changeWalletTags(merchant.contextOf("Support"), { customerId, add: customer.tags, remove: [] });
  return customerId;
}

async function linkBvnLater(ctx: Context, customerId: string, bvn: string): Promise<void> {
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

function movementsOfDay(options: StoryOptions, daysAgo: number): StoryEvent[] {
  const { merchant, wallets, random, movementsPerDay, until } = options;
  const weekday = new Date(startOfDay(until, daysAgo) + HOUR_MS).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  const count = random.whole(Math.ceil(movementsPerDay / 3), movementsPerDay + 4);
  return Array.from({ length: isWeekend ? Math.ceil(count / 3) : count }, () => ({
    at: workingTime(options, daysAgo),
    run: () => makeRandomMovement(merchant.contextOf(random.percent(20) ? "MainMerchant" : "key"), wallets, random),
  })).filter(({ at }) => at < until.getTime());
}

/** A random instant of that day between 08:00 and 19:00 in Lagos. */
export function workingTime({ random, until }: Pick<StoryOptions, "random" | "until">, daysAgo: number): number {
  return startOfDay(until, daysAgo) + 8 * HOUR_MS + random.whole(0, 11 * HOUR_MS - 1);
}

function startOfDay(until: Date, daysAgo: number): number {
  // Lagos is at UTC+1 all year.
  return Math.floor((until.getTime() + HOUR_MS) / DAY_MS) * DAY_MS - HOUR_MS - daysAgo * DAY_MS;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
