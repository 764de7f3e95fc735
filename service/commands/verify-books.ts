import { findForeignHeads } from "../domain/transactions/seals/publish-head.ts";
import { verifyAllSeals } from "../domain/transactions/seals/verify-books.ts";
import { verifyLedger } from "../domain/transactions/verify-ledger.ts";
import { assertNoMore, type PlatformCommand } from "./platform-command.ts";

/** Verifies all books and the hash chain from the first row. Names each row that does not match. Ledger 6. */
export const verifyBooks: PlatformCommand = {
  usage: "verify-books",
  summary: "verify every journal, entry and audit row against the hash chain; exit code 1 if one does not match",
  notes: ["Reads everything: minutes on a large database. It changes nothing except the stored result."],
  async run({ services, print }, args) {
    assertNoMore(args);
    const { wrong } = await verifyLedger(services, { full: true });
    const { seals, rows, head, problems } = await verifyAllSeals(services);
    for (const { tenantId, problems: found } of wrong) {
      for (const { rule, detail } of found) print(`Tenant ${tenantId}: ${rule} ${JSON.stringify(detail)}`);
    }
    for (const { seal, row, id, tenant, found } of problems) {
      print(`Seal ${seal}: ${row} ${id}${tenant === null ? "" : ` of tenant ${tenant}`} is ${found}`);
    }
    const { files, foreign } = await findForeignHeads(services);
    for (const line of foreign) print(line);
    const headText = head ? `${head.number} ${head.hash.toString("hex")}` : "none yet";
    print(`${seals} seals over ${rows} rows, ${files} signed files. Head: ${headText}`);
    if (wrong.length + problems.length + foreign.length === 0) print("All books and audit rows are intact.");
    else process.exitCode = 1;
  },
};
