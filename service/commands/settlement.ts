import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { Day } from "../../contract/values.ts";
import { Failure } from "../domain/failure.ts";
import { acceptSettlement, discardSettlement, receiveSettlement } from "../domain/reconciliation/receive-settlement.ts";
import { assertNoMore, CommandRefused, contextIn, merchantOf, twoPersonCommand } from "./platform-command.ts";

/**
 * Uploads a settlement file to a merchant's production books, where no member may: the file decides payouts, and its differences become
 * money. Rails 6, decision 0201.
 */
export const settlement = twoPersonCommand({
  usage: "settlement <merchant e-mail> <YYYY-MM-DD> <file>",
  summary: "compare a day's file of the bank or the card issuer with a merchant's PRODUCTION books",
  notes: ["The file may have the lines of all merchants: those of others are counted and skipped."],
  async prepare(context, [email, day = "", file, digest, ...rest]) {
    const merchant = await merchantOf(context, email);
    assertNoMore(rest);
    if (!Day.safeParse(day).success) throw new CommandRefused(`"${day}" is not a day. Write it as 2026-01-31.`);
    if (!file) throw new CommandRefused("Name the settlement file.");
    const path = resolve(file);
    const sha256 = await sha256Of(path);
    const changed = new CommandRefused(`${path} is not the file that was proposed. Propose it again.`);
    // A confirmation repeats the arguments of the proposal, with the digest.
    if (digest !== undefined && digest !== sha256) throw changed;
    const { tenant } = merchant.books.PRODUCTION;
    return {
      tenant,
      args: [merchant.id, day, path, sha256],
      summary: `Compare ${path} (SHA-256 ${sha256}) with the books of ${merchant.businessName}, PRODUCTION, of ${day}`,
      async execute() {
        const ctx = contextIn(context, tenant);
        try {
          const read = createHash("sha256");
          const received = await receiveSettlement(ctx, hashedBy(read, path));
          if (read.digest("hex") !== sha256) {
            await discardSettlement(ctx, received);
            throw changed;
          }
          await acceptSettlement(ctx, { date: day }, { ...received, sha256 });
          context.print(`${merchant.businessName}, PRODUCTION, ${day}: uploaded. Lines: ${received.lines}.`);
          context.print("The worker compares them with the books.");
        } catch (error) {
          throw error instanceof Failure ? new CommandRefused(error.message) : error;
        }
      },
    };
  },
});

async function* hashedBy(hash: Hash, path: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    yield chunk;
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const _ of hashedBy(hash, path));
  } catch (error) {
    throw new CommandRefused(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return hash.digest("hex");
}
