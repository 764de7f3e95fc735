import { createHash } from "node:crypto";
import { acceptUpload } from "../domain/batches/upload/accept-upload.ts";
import { processBatches } from "../domain/batches/upload/process-batches.ts";
import { receiveUpload } from "../domain/batches/upload/receive-upload.ts";
import type { Context } from "../domain/context.ts";
import { processNextImport } from "../domain/wallets/imports/process-next-import.ts";
import { acceptWalletImport, receiveWalletImport } from "../domain/wallets/imports/receive-wallet-import.ts";
import type { Purse } from "./demo-money.ts";
import { atWork, type Happening, type StoryOptions } from "./demo-story.ts";
import { HOUR_MS } from "./walking-time.ts";

type UploadOptions = Pick<StoryOptions, "house" | "purses" | "random" | "until">;

const PAYEES = 12;
/** Kobo: far below the maximum of any tier, whatever random payments a payee received. */
const ROOMY_BALANCE = 20_000_000;
const NOBODY = "0190a000-0000-7000-8000-000000000001";

/**
 * Uploaded files: salaries that all succeeded, bonuses of which some rows were rejected, and customers whose registry
 * lookups never answer, so that one upload is always running. Api 8.
 */
export function uploadsOf(options: UploadOptions): Happening[] {
  const { house, until } = options;
  return [
    { at: atWork(options, 21), happen: () => paySalaries(house.act("Admin"), options) },
    { at: atWork(options, 8), happen: () => payBonuses(house.act("key"), options) },
    { at: until.getTime() - 2 * HOUR_MS, happen: () => sendCustomers(house.act("Operator")) },
  ];
}

async function paySalaries(ctx: Context, options: UploadOptions): Promise<void> {
  const lines = payeesOf(options).map((purse) => lineOf(options, purse, "Salary"));
  await payFile(ctx, lines, "SALARIES-0001");
}

async function payBonuses(ctx: Context, options: UploadOptions): Promise<void> {
  const [first, ...others] = payeesOf(options);
  const frozen = options.purses.find((purse) => !purse.isActive);
  if (!first || !frozen) throw new Error("the demo has no wallets for bonuses");
  const lines = [
    ...others.map((purse) => lineOf(options, purse, "Bonus")),
    `${frozen.customerId},350000,,Bonus`,
    `${NOBODY},350000,,Bonus`,
    `${first.customerId},"3,500.00",,Bonus`,
    `${first.customerId},1,,Bonus`,
  ];
  await payFile(ctx, lines, "BONUSES-00001");
}

function payeesOf({ purses }: UploadOptions): Purse[] {
  const isPayee = ({ isActive, isIdle, takesCredit, balance }: Purse) =>
    isActive && !isIdle && takesCredit && balance < ROOMY_BALANCE;
  return purses.filter(isPayee).slice(0, PAYEES);
}

function lineOf({ random }: UploadOptions, purse: Purse, narration: string): string {
  const amount = random.whole(30, 120) * 10_000;
  purse.balance += amount;
  return `${purse.customerId},${amount},,${narration}`;
}

async function payFile(ctx: Context, lines: readonly string[], batchReference: string): Promise<void> {
  const file = fileOf(["customerId,amount,reference,narration", ...lines]);
  const staged = await receiveUpload(ctx, file.bytes());
  await acceptUpload(ctx, { operation: "credit", batchReference }, { ...staged, sha256: file.sha256 }, () => ({}));
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
  await acceptWalletImport(ctx, staged, file.sha256);
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
