import type { Services } from "../domain/context.ts";
import { findForeignHeads, isHashOfSeal } from "../domain/transactions/seals/publish-head.ts";
import { verifyAllSeals } from "../domain/transactions/seals/verify-books.ts";
import { verifyLedger } from "../domain/transactions/verify-ledger.ts";
import { assertNoMore, CommandRefused, type PlatformCommand } from "./platform-command.ts";

/** Verifies all books and the hash chain from the first row. Names each row that does not match. Ledger 6. */
export const verifyBooks: PlatformCommand = {
  usage: "verify-books [<seal> <hash>]",
  summary: "verify every journal, entry and audit row against the hash chain; exit code 1 if one does not match",
  notes: [
    "Reads everything: minutes on a large database. It changes nothing except the stored result.",
    "<seal> <hash>: also compares one seal with a hash that was kept elsewhere, such as in a mail.",
  ],
  async run({ services, print }, args) {
    const [number, hash, ...rest] = args;
    assertNoMore(rest);
    const kept = number === undefined ? null : keptSeal(number, hash);
    const { wrong } = await verifyLedger(services, { full: true });
    const { seals, rows, head, problems } = await verifyAllSeals(services);
    for (const { tenantId, problems: found } of wrong) {
      for (const { rule, detail } of found) print(`Tenant ${tenantId}: ${rule} ${JSON.stringify(detail)}`);
    }
    for (const { seal, row, id, tenant, found } of problems) {
      print(`Seal ${seal}: ${row} ${id}${tenant === null ? "" : ` of tenant ${tenant}`} is ${found}`);
    }
    const { files, foreign } = await findForeignHeads(services);
    const compared = services.headFiles
      ? `${files} signed files`
      : "no signed files, because BOOK_HEADS_DIR is not set";
    for (const line of foreign) print(line);
    const headText = head ? `${head.number} ${head.hash.toString("hex")}` : "none yet";
    print(`${seals} seals over ${rows} rows, ${compared}. Head: ${headText}`);
    const isKept = kept === null || (await compare(services, kept, print));
    if (isKept && wrong.length + problems.length + foreign.length === 0) print("All books and audit rows are intact.");
    else process.exitCode = 1;
  },
};

type KeptSeal = { number: number; hash: string };

async function compare({ db }: Services, { number, hash }: KeptSeal, print: (line: string) => void): Promise<boolean> {
  const isSame = await isHashOfSeal(db, number, hash);
  print(isSame ? `Seal ${number} has that hash.` : `Seal ${number} has another hash, or does not exist.`);
  return isSame;
}

function keptSeal(number: string, hash = ""): KeptSeal {
  if (/^[1-9]\d{0,14}$/.test(number) && /^[0-9a-f]{64}$/.test(hash)) return { number: Number(number), hash };
  throw new CommandRefused("Give the number of the seal and its hash: 64 digits and letters from a to f.");
}
