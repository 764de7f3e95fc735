import { receiptEndpoints } from "../../../contract/receipts.ts";
import { statementEndpoints } from "../../../contract/statements.ts";
import { transactionEndpoints } from "../../../contract/transactions.ts";
import { downloadCustomerTransactions } from "../../domain/transactions/download-customer-transactions.ts";
import { downloadMerchantTransactions } from "../../domain/transactions/download-merchant-transactions.ts";
import { getTransaction } from "../../domain/transactions/get-transaction.ts";
import { getTrialBalance } from "../../domain/transactions/get-trial-balance.ts";
import { listCustomerTransactions } from "../../domain/transactions/list-customer-transactions.ts";
import { listMerchantTransactions } from "../../domain/transactions/list-merchant-transactions.ts";
import { getReceipt } from "../../domain/transactions/receipts/get-receipt.ts";
import { receiptPdf } from "../../domain/transactions/receipts/receipt-pdf.ts";
import { getStatement } from "../../domain/transactions/statements/get-statement.ts";
import { downloadStatement } from "../../domain/transactions/statements/statement-pdf.ts";
import { csvOf, type StatementWriting } from "../../domain/transactions/transaction-csv.ts";
import type { Binder } from "../bind.ts";
import { StreamedList } from "../replies/streamed-list.ts";

/** Transactions, receipts and the trial balance. API 4. */
export function transactionRoutes({ bind, bindCsv, bindFile }: Binder): void {
  bind(transactionEndpoints.listMerchantTransactions, (ctx, { query }) => listMerchantTransactions(ctx, query));
  bind(transactionEndpoints.listCustomerTransactions, (ctx, { query }) => listCustomerTransactions(ctx, query));
  bind(transactionEndpoints.getTransaction, async (ctx, { query }) => ({
    transaction: await getTransaction(ctx, query),
  }));
  bind(transactionEndpoints.getTransactionByReference, async (ctx, { params }) => ({
    transaction: await getTransaction(ctx, params),
  }));
  bind(receiptEndpoints.getReceipt, async (ctx, { params }) => ({ receipt: await getReceipt(ctx, params) }));
  bindFile(receiptEndpoints.downloadReceipt, async (ctx, { params }) => receiptPdf(await getReceipt(ctx, params)));
  bind(statementEndpoints.getStatement, async (ctx, { query }) => ({ statement: await getStatement(ctx, query) }));
  bindFile(statementEndpoints.downloadStatement, (ctx, { query }) => downloadStatement(ctx, query));
  bind(transactionEndpoints.getTrialBalance, async (ctx) => ({ data: await getTrialBalance(ctx) }));
  bindCsv(transactionEndpoints.downloadMerchantTransactions, async (ctx, { query }, isJson) => {
    const statement = await downloadMerchantTransactions(ctx, query);
    return isJson && !isForCsv(query) ? new StreamedList("data", statement) : csvOf(statement, query);
  });
  bindCsv(transactionEndpoints.downloadCustomerTransactions, async (ctx, { query }, isJson) => {
    const statement = await downloadCustomerTransactions(ctx, query);
    if (!isJson || isForCsv(query)) return csvOf(statement, query);
    return new StreamedList("data", ofCustomer(statement, query.customerId));
  });
}

/** JSON has all columns, in kobo and UTC. A caller who asks for another writing gets it, as CSV. */
function isForCsv({ columns, unit, zone }: StatementWriting): boolean {
  return columns !== undefined || unit === "naira" || zone === "Lagos";
}

async function* ofCustomer(statement: AsyncIterable<readonly object[]>, userId: string): AsyncGenerator<object[]> {
  for await (const rows of statement) yield rows.map((row) => ({ ...row, userId }));
}
