import { csvLine } from "../../../contract/csv-line.ts";
import { receiveBankCredit } from "../../domain/bank-credits/receive-bank-credit.ts";
import type { Services } from "../../domain/context.ts";
import { listPayouts } from "../../domain/payouts/list-payouts.ts";
import { compareSettlements } from "../../domain/reconciliation/compare-settlements.ts";
import { acceptSettlement, receiveSettlement } from "../../domain/reconciliation/receive-settlement.ts";
import { getWalletByCustomer } from "../../domain/wallets/get-wallet-by-customer.ts";
import type { DemoWallet } from "./demo-money.ts";
import { type StoryEvent, type StoryOptions, workingTime } from "./demo-story.ts";
import { createRandom } from "./random.ts";
import { DAY_MS, HOUR_MS, lagosDay } from "./simulated-time.ts";

const RAIL = { name: "sandbox", mode: "SANDBOX" } as const;
const BANKS = ["000013", "000014", "000015", "000016", "000004"] as const;
const SENDERS = ["CHIOMA EZE", "Bolanle Ajayi", "MUSA SANI & SONS", "Efosa Osagie", "ZAINAB ABDULLAHI"] as const;
const NARRATIONS = ["Order 2291", "School fees", "", "Invoice 118", "Contribution"] as const;
/** On each of the last days so many arrive, and some of them for wallets that cannot take them. */
const DAYS = [6, 5, 4, 3, 2, 1];
const EACH_DAY = 4;
const SUSPENDED_AGO = [5, 2, 1];
const NIGHT_MS = 6 * HOUR_MS;
const SEED = 91;

type Arrived = { sessionId: string; amount: bigint; at: Date };
type BankCreditOptions = Pick<StoryOptions, "merchant" | "wallets" | "until"> & { services: Services };

/**
 * A week of bank transfers that arrive, some of them suspended, and yesterday's settlement file with two differences: one transfer has
 * another amount, and one we have not heard of. Nothing where no sandbox bank runs beside the seed. Rails 5, 6.
 */
export async function bankCreditsOf(options: BankCreditOptions): Promise<StoryEvent[]> {
  const { services, until } = options;
  const isThere = (await services.providers.sandboxBank?.isReady()) ?? false;
  if (!isThere) return [];
  // Of its own: the rest of the demo stays as it was.
  const random = createRandom(SEED);
  const arrived: Arrived[] = [];
  const receive = (canTake: boolean) => async () => {
    const wallet = random.oneOf(options.wallets.filter(canTake ? isOpen : isClosed));
    const amount = random.whole(20, 600) * 10_000;
    arrived.push(await arrive(options, wallet, { amount: BigInt(amount), nth: arrived.length, random }));
    if (canTake) wallet.balance += amount;
  };
  const when = (daysAgo: number) => workingTime({ random, until }, daysAgo);
  return [
    ...DAYS.flatMap((ago) => Array.from({ length: EACH_DAY }, () => ({ at: when(ago), run: receive(true) }))),
    ...SUSPENDED_AGO.map((ago) => ({ at: when(ago), run: receive(false) })),
    {
      at: Math.min(until.getTime(), Date.parse(`${lagosDay(until)}T00:00:00Z`) - HOUR_MS + NIGHT_MS),
      run: () => reconcile(options, arrived),
    },
  ];
}

/** Large enough for every amount. */
const isOpen = ({ tier, isActive, takesCredit, isIdle }: DemoWallet) =>
  tier === 3 && isActive && takesCredit && !isIdle;
const isClosed = ({ isActive, takesCredit }: DemoWallet) => !(isActive && takesCredit);

async function arrive(
  { merchant, services }: BankCreditOptions,
  { customerId }: DemoWallet,
  { amount, nth, random }: { amount: bigint; nth: number; random: StoryOptions["random"] },
): Promise<Arrived> {
  const at = services.clock.now();
  const { accountNumber } = await getWalletByCustomer(merchant.contextOf("key"), { customerId });
  const bankCode = random.oneOf(BANKS);
  const time = at.toISOString().replace(/\D/g, "").slice(2, 14);
  const sessionId = `${bankCode}${time}${String(nth).padStart(12, "0")}`;
  const sender = { senderBankCode: bankCode, senderAccountNumber: `02${random.whole(10_000_000, 99_999_999)}` };
  const texts = { senderName: random.oneOf(SENDERS), narration: random.oneOf(NARRATIONS) };
  const transfer = { kind: "inbound", sessionId, accountNumber, amount, at } as const;
  const context = { ...services, requestId: services.ids.next(), address: null };
  await receiveBankCredit(context, RAIL, { ...transfer, ...sender, ...texts });
  return { sessionId, amount, at };
}

async function reconcile({ merchant, services, until }: BankCreditOptions, arrived: readonly Arrived[]): Promise<void> {
  const date = lagosDay(new Date(until.getTime() - DAY_MS));
  const ctx = merchant.contextOf("Admin");
  const { payouts } = await listPayouts(ctx, { page: 1, perPage: 100 });
  const paid = payouts.flatMap(({ sessionId, amount, state, endedAt }) =>
    sessionId && endedAt && state !== "cancelled" && lagosDay(new Date(endedAt)) === date
      ? [[sessionId, "out", naira(amount), state, endedAt]]
      : [],
  );
  const [first, ...others] = arrived.filter(({ at }) => lagosDay(at) === date);
  if (!first) throw new Error("the demo received nothing yesterday");
  const lineOf = ({ sessionId, amount, at }: Arrived) => [
    sessionId,
    "in",
    naira(amount),
    "succeeded",
    at.toISOString(),
  ];
  const unheard = { sessionId: `${first.sessionId.slice(0, 18)}999999999999`, amount: 2_500_000n, at: first.at };
  const lines = [
    ["session_id", "direction", "amount", "status", "time"],
    ...paid,
    lineOf({ ...first, amount: first.amount - 10_000n }),
    ...[...others, unheard].map(lineOf),
  ];
  async function* file() {
    yield Buffer.from(lines.map(csvLine).join(""));
  }
  const received = await receiveSettlement(ctx, file());
  await acceptSettlement(ctx, { date }, { ...received, sha256: "" });
  await compareSettlements(services);
}

/** Kobo as settlement files write them. The demo's amounts are far below 2^53. */
function naira(kobo: bigint | number): string {
  return (Number(kobo) / 100).toFixed(2);
}
