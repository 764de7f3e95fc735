import type { Context, Services } from "../../domain/context.ts";
import { addBeneficiary } from "../../domain/payouts/add-beneficiary.ts";
import { sendBatch } from "../../domain/payouts/batches/send-batch.ts";
import { cancelPayout } from "../../domain/payouts/cancel-payout.ts";
import { createPayoutRunner } from "../../domain/payouts/run-payouts.ts";
import { sendToBank } from "../../domain/payouts/send-to-bank.ts";
import { submitPayout } from "../../domain/payouts/submit-payout.ts";
import { inDashboard } from "./demo-approvals.ts";
import { type StoryEvent, type StoryOptions, workingTime } from "./demo-story.ts";

const BANKS = ["000013", "000014", "000015", "000016", "000004"] as const;
const NARRATIONS = ["Supplier invoice", "Rent", "Driver allowance", "Refund of an order", "Market fees"] as const;
/** The endings of accounts at which the sandbox bank refuses, waits, asks for a person or takes the money back. Rails 7. */
const SPECIAL = [
  { ending: "08", daysAgo: 4 },
  { ending: "34", daysAgo: 4 },
  { ending: "91", daysAgo: 3 },
  { ending: "66", daysAgo: 1 },
  { ending: "77", daysAgo: 1 },
] as const;
/** A file of payouts: the bank knows no account that ends with 07. Kobo. */
const SUPPLIERS = [
  { accountNumber: "0145500021", amount: 18_500_000, narration: "Packaging" },
  { accountNumber: "0145500022", amount: 7_250_000, narration: "Diesel" },
  { accountNumber: "0145500007", amount: 4_000_000, narration: "Repairs" },
  { accountNumber: "0145500023", amount: 1_200_000, narration: "Cleaning" },
  { accountNumber: "0145500024", amount: 3_360_000, narration: "Printing" },
] as const;
const DRAIN_MS = 20_000;
const NO_ANSWER = { done: () => ({}), processing: () => ({}) };

type PayoutOptions = Pick<StoryOptions, "merchant" | "random" | "until"> & { services: Services };

/**
 * A week of payouts by the merchant in every state, a file of payouts, two saved accounts, and one payout that waits for approval. Nothing where no
 * sandbox bank runs beside the seed. Rails 7.
 */
export async function payoutsOf(options: PayoutOptions): Promise<StoryEvent[]> {
  const { merchant, random, services } = options;
  const isThere = (await services.providers.sandboxBank?.isReady()) ?? false;
  if (!isThere) return [];
  const send = async (accountNumber: string) => {
    const ctx: Context = { ...merchant.contextOf("key"), payoutWaitMs: 0 };
    await sendToBank(ctx, { customerId: null, ...demoPayout(options, accountNumber) }, NO_ANSWER);
    const runner = createPayoutRunner(services);
    await runner.run();
    await runner.drain(DRAIN_MS);
  };
  const sendFile = async () => {
    const ctx = merchant.contextOf("key");
    const items = SUPPLIERS.map((item, index) => ({ ...item, sortCode: BANKS[index % BANKS.length] ?? "" }));
    await sendBatch(ctx, { id: ctx.ids.next(), reference: "SUPPLIERS-001", fileName: "suppliers.csv", items });
    const runner = createPayoutRunner(services);
    await runner.run();
    await runner.drain(DRAIN_MS);
  };
  const cancelled = async (accountNumber: string) => {
    const reference = `DEMO-${accountNumber}`;
    const ctx: Context = { ...merchant.contextOf("key"), payoutWaitMs: 0 };
    await sendToBank(ctx, { customerId: null, reference, ...demoPayout(options, accountNumber) }, NO_ANSWER);
    await cancelPayout(merchant.contextOf("Admin"), { reference, reason: "Wrong account number" });
  };
  const submit = (accountNumber: string) => {
    const request = { customerId: null, ...demoPayout(options, accountNumber) };
    return submitPayout(inDashboard(merchant.contextOf("Operator")), request, () => ({}));
  };
  const ordinary = Array.from({ length: 12 }, (_, index) => ({
    at: workingTime(options, 1 + (index % 6)),
    run: () => send(`01${random.whole(100_000, 999_999)}${10 + index}`),
  }));
  const special = SPECIAL.map(({ ending, daysAgo }) => ({
    at: workingTime(options, daysAgo),
    run: () => send(`01${random.whole(100_000, 999_999)}${ending}`),
  }));
  return [
    ...ordinary,
    ...special,
    ...["0123456711", "0123456712"].map((accountNumber) => ({
      at: workingTime(options, 5),
      run: () => addBeneficiary(merchant.contextOf("Admin"), { sortCode: "000013", accountNumber }),
    })),
    { at: workingTime(options, 2), run: () => cancelled("0123456713") },
    { at: workingTime(options, 2), run: sendFile },
    {
      at: workingTime(options, 1),
      run: () => submit("0123456711"),
    },
  ];
}

function demoPayout({ random }: PayoutOptions, accountNumber: string) {
  return {
    amount: random.whole(20, 900) * 10_000,
    sortCode: random.oneOf(BANKS),
    accountNumber,
    narration: random.oneOf(NARRATIONS),
  };
}
