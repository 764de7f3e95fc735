import { createHash } from "node:crypto";
import { acceptUpload } from "../../domain/batches/upload/accept-upload.ts";
import { processBatches } from "../../domain/batches/upload/process-batches.ts";
import { receiveUpload } from "../../domain/batches/upload/receive-upload.ts";
import type { Context } from "../../domain/context.ts";
import { processNextImport } from "../../domain/wallets/imports/process-next-import.ts";
import { acceptWalletImport, receiveWalletImport } from "../../domain/wallets/imports/receive-wallet-import.ts";
import type { DemoWallet } from "./demo-money.ts";
import { type StoryEvent, type StoryOptions, workingTime } from "./demo-story.ts";
import { HOUR_MS } from "./simulated-time.ts";

type UploadOptions = Pick<StoryOptions, "merchant" | "wallets" | "random" | "until">;

const PAYEES = 12;
/** Kobo: far below the maximum balance of any tier, also after random payments. */
const MAX_PAYEE_BALANCE = 20_000_000;
const UNKNOWN_CUSTOMER = "0190a000-0000-7000-8000-000000000001";

/**
 * Uploaded files: salaries that all succeeded, bonuses of which some rows were rejected, and customers whose registry
 * lookups never answer, so that one upload is always running. Api 8.
 */
export function uploadsOf(options: UploadOptions): StoryEvent[] {
  const { merchant, until } = options;
  return [
    { at: workingTime(options, 21), run: () => paySalaries(merchant.contextOf("Admin"), options) },
    { at: workingTime(options, 8), run: () => payBonuses(merchant.contextOf("key"), options) },
    { at: until.getTime() - 2 * HOUR_MS, run: () => sendCustomers(merchant.contextOf("Operator")) },
  ];
}

async function paySalaries(ctx: Context, options: UploadOptions): Promise<void> {
  const lines = payeesOf(options).map((wallet) => lineOf(options, wallet, "Salary"));
  await payFile(ctx, lines, { batchReference: "SALARIES-0001", fileName: "october-salaries.csv" });
}

async function payBonuses(ctx: Context, options: UploadOptions): Promise<void> {
  const [first, ...others] = payeesOf(options);
  const frozen = options.wallets.find((wallet) => !wallet.isActive);
  if (!first || !frozen) throw new Error("the demo has no wallets for bonuses");
  const lines = [
    ...others.map((wallet) => lineOf(options, wallet, "Bonus")),
    `${frozen.customerId},350000,,Bonus`,
    `${UNKNOWN_CUSTOMER},350000,,Bonus`,
    `${first.customerId},"3,500.00",,Bonus`,
    `${first.customerId},1,,Bonus`,
  ];
  await payFile(ctx, lines, { batchReference: "BONUSES-00001", fileName: "sales-bonuses.csv" });
}

function payeesOf({ wallets }: UploadOptions): DemoWallet[] {
  const isPayee = ({ isActive, isIdle, takesCredit, balance }: DemoWallet) =>
    isActive && !isIdle && takesCredit && balance < MAX_PAYEE_BALANCE;
  return wallets.filter(isPayee).slice(0, PAYEES);
}

function lineOf({ random }: UploadOptions, wallet: DemoWallet, narration: string): string {
  const amount = random.whole(30, 120) * 10_000;
  wallet.balance += amount;
  return `${wallet.customerId},${amount},,${narration}`;
}

async function payFile(
  ctx: Context,
  lines: readonly string[],
  named: { batchReference: string; fileName: string },
): Promise<void> {
  const file = fileOf(["customerId,amount,reference,narration", ...lines]);
  const staged = await receiveUpload(ctx, file.bytes());
  await acceptUpload(ctx, { operation: "credit", ...named }, { ...staged, sha256: file.sha256 }, () => ({}));
  await processBatches(ctx, { forMs: 10_000 });
}

/** Some are customers already; the sandbox registry never answers for the BVNs of the others (api 3). */
async function sendCustomers(ctx: Context): Promise<void> {
  const file = fileOf([
    "first_name,last_name,phone_number,date_of_birth,bvn,email",
    "Ọmọlará,Bámgbóṣé,08000000101,1992-05-16,22200010102,",
    "Babájídé,Akínṣànyà,08000000001,1962-01-01,22200000155,",
    "Chukwudi,Ọgbọnna,08000000102,1988-11-02,22200010202,",
    "Aisha,Ɓello,08000000103,1995-02-30,22200010355,",
    "Sani,Ɗantata,08000000104,1979-07-21,22200010402,sani@mail.example",
  ]);
  const staged = await receiveWalletImport(ctx, file.bytes());
  await acceptWalletImport(ctx, staged, { sha256: file.sha256, fileName: "new-customers.csv" });
  await processNextImport(ctx);
}

function fileOf(lines: readonly string[]) {
  const content = Buffer.from(`${lines.join("\r\n")}\r\n`.normalize("NFC"));
  return {
    sha256: createHash("sha256").update(content).digest("hex"),
    async *bytes() {
      yield content;
    },
  };
}
