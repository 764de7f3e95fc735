import { csvLine } from "../../../contract/csv-line.ts";
import type { WalletFilters } from "../../../contract/customers.ts";
import { inTransaction } from "../../db/pool.ts";
import { type CustomerWalletRow, findCustomerWallets } from "../../db/wallets/wallets.ts";
import type { Context } from "../context.ts";
import { findAllCustomerAccounts } from "../customers/find-customer-accounts.ts";
import { localPhoneNumber } from "../phone-number.ts";
import { recordAudit } from "../record-audit.ts";

/** Rows per query. A slow caller holds at most two chunks in memory, and no connection. */
const CHUNK_ROWS = 1_000;

/** The file is for people, who open it in a spreadsheet: amounts in naira, times in Lagos. */
const COLUMNS = [
  "Account number",
  "Customer name",
  "Phone",
  "Tier",
  "Status",
  "Credits",
  "Balance (NGN)",
  "Tags",
  "Created (Lagos)",
];

/** Streams the wallets that match the filters of the list as CSV, newest first and without a bound. Audited. Dashboard 2.5. */
export async function downloadWallets(ctx: Context, input: WalletFilters): Promise<AsyncIterable<string>> {
  const { search, ...filters } = input;
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, {
      action: "wallets.download",
      object: { kind: "merchant", id: ctx.tenant.merchantId },
      // A typed term may be anything, such as a BVN.
      after: { ...filters, isSearch: search !== undefined },
    }),
  );
  return linesOf(ctx, input);
}

async function* linesOf(ctx: Context, input: WalletFilters): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const { accounts } of findAllCustomerAccounts(ctx, input, CHUNK_ROWS)) {
    const rows = await findCustomerWallets(ctx.db, ctx.tenant.id, accounts, ctx.clock.now());
    yield rows.map(lineOf).join("");
  }
}

function lineOf(row: CustomerWalletRow): string {
  return csvLine([
    row.accountNumber,
    row.accountName,
    localPhoneNumber(row.phoneNumber),
    `Tier ${row.tier}`,
    row.frozen ? "Frozen" : "Active",
    row.postNoCredit ? "Blocked" : "Allowed",
    nairaText(row.balance),
    row.tags.join("; "),
    lagosTime(row.createdAt),
  ]);
}

/** Naira with two places and no separators, which spreadsheets read as a number. */
function nairaText(kobo: bigint): string {
  return `${kobo / 100n}.${(kobo % 100n).toString().padStart(2, "0")}`;
}

const LAGOS_MS = 3_600_000;

/** Lagos is one hour ahead of UTC all year. */
function lagosTime(at: Date): string {
  return new Date(at.getTime() + LAGOS_MS).toISOString().slice(0, 16).replace("T", " ");
}
