import { STATEMENT_MAX, type StatementSummary } from "../../../../contract/statements.ts";
import { statementTexts } from "../../../../contract/texts/statements.ts";
import { findEntrySpan } from "../../../db/ledger/entry-span.ts";
import { findMerchantProfile } from "../../../db/merchant/merchants.ts";
import { findStatementAccount, findStatementSpan, sumEntries } from "../../../db/transactions/account-statement.ts";
import { koboToWire, koboToWireEdge } from "../../../ledger/kobo.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { spanOf } from "../transaction-filters.ts";

export type StatementInput = {
  customerId?: string | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
};

/** The sums of a statement, and the entries that they are of: `first` to `last` of the account. */
export type StatementOfAccount = { summary: StatementSummary; account: bigint; first: bigint; last: bigint };

/**
 * Gets the sums of the statement of a customer's wallet, or of the merchant wallet. API 4, decision 0125. Returns the wire payload.
 * @throws `customer_not_found`, also for a customer of another merchant or mode; `statement_too_long`
 */
export async function getStatement(ctx: Context, input: StatementInput): Promise<StatementSummary> {
  return (await sumStatement(ctx, input)).summary;
}

/** The same with the range of entries. @throws `customer_not_found`, `statement_too_long`; an error if the sums contradict the entries */
export async function sumStatement(ctx: Context, input: StatementInput): Promise<StatementOfAccount> {
  const { db, tenant } = ctx;
  const [owner, merchant] = await Promise.all([
    findStatementAccount(db, tenant.id, input.customerId ?? null),
    findMerchantProfile(db, tenant.merchantId),
  ]);
  if (!owner) throw new Failure("customer_not_found");
  const { account, name, accountNumber } = owner;
  const { from, to } = spanOf({ type: "ALL", ...input });
  const within = await findEntrySpan(db, tenant.id, account, { from, to });
  const { first, last, openingBalance } = await findStatementSpan(db, { tenant: tenant.id, account, within, from, to });
  const rows = last < first ? 0 : Number(last - first + 1n);
  if (rows > STATEMENT_MAX) throw tooLong(rows);
  const sums = await sumEntries(db, { tenant: tenant.id, account, first, last });
  const closingBalance = rows === 0 ? openingBalance : sums.closingBalance;
  if (closingBalance !== openingBalance + sums.totalIn - sums.totalOut) {
    throw new Error(`the entries ${first} to ${last} of account ${account} do not add up`);
  }
  const summary = {
    merchantName: merchant?.businessName ?? "",
    mode: tenant.mode,
    customerId: input.customerId ?? null,
    accountName: name,
    accountNumber,
    from: input.startDate === undefined ? null : from.toISOString(),
    to: input.endDate === undefined ? null : to.toISOString(),
    openingBalance: koboToWire(openingBalance),
    totalIn: koboToWireEdge(sums.totalIn),
    totalOut: koboToWireEdge(sums.totalOut),
    closingBalance: koboToWire(closingBalance),
    rows,
  };
  return { summary, account, first, last };
}

function tooLong(rows: number): Failure {
  const count = (n: number) => n.toLocaleString("en-NG");
  return new Failure("statement_too_long", { message: statementTexts.tooLong(count(rows), count(STATEMENT_MAX)) });
}
