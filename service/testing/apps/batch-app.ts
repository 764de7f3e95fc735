import { processBatches } from "../../domain/batches/upload/process-batches.ts";
import { parseCsv } from "../csv/parse-csv.ts";
import type { TestDatabase } from "../database.ts";
import { testMember } from "../factories.ts";
import { bearerOf } from "../sign-in.ts";
import { openMoneyApp } from "./money-app.ts";

type Headers = Record<string, string>;
type Fields = { operation?: string; batchReference?: string; fileName?: string };

const UPLOAD = "/v1/wallet/bulk-credit-customer";
const BOUNDARY = "a-boundary";

export type BatchApp = Awaited<ReturnType<typeof openBatchApp>>;

/** The service with a merchant, an operator and an admin, for tests that upload batch files over HTTP. */
export async function openBatchApp(database: TestDatabase) {
  const money = await openMoneyApp(database);
  const operator = await testMember(money.services, money.merchant, "Operator");
  const admin = await testMember(money.services, money.merchant, "Admin");
  let made = 0;

  async function remove(path: string, headers: Headers = {}, payload?: object) {
    const reply = await money.app.inject({
      method: "DELETE",
      url: `/v1${path}`,
      headers: { authorization: money.authorization, ...headers },
      ...(payload ? { payload } : {}),
    });
    return { status: reply.statusCode, body: reply.json() };
  }
  return {
    ...money,
    operator,
    admin,
    remove,
    cancel: (batchId: string) => remove(`/wallet/bulk-credit-customer/${batchId}`),
    /** Changes the merchant's settings with a SQL assignment list. */
    async set(columns: string): Promise<void> {
      await database.pool.query(`update tenant_settings set ${columns} where tenant = $1`, [money.ctx.tenant.id]);
    },
    /** A new, unused reference. */
    reference(): string {
      made += 1;
      return `UPL-${String(made).padStart(10, "0")}`;
    },
    work: (forMs = 60_000) => processBatches(money.services, { forMs }),
    /** The headers of a dashboard session. */
    dashboard: (who: { email: string }) => bearerOf(money.services, who.email, "dashboard"),
    /** The headers of an API session. */
    api: (who: { email: string }) => bearerOf(money.services, who.email, "api"),
    async balanceOf(wallet: { walletId: string }): Promise<number> {
      const { rows } = await database.pool.query<{ balance: bigint }>(
        "select a.balance from wallets w join accounts a on a.tenant = w.tenant and a.id = w.account_id where w.id = $1",
        [wallet.walletId],
      );
      return Number(rows[0]?.balance);
    },
    /** Uploads a file with the merchant's private key, or with other `headers`. */
    async upload(file: string, fields: Fields = {}, headers: Headers = {}) {
      const reply = await money.app.inject({
        method: "POST",
        url: UPLOAD,
        headers: {
          authorization: money.authorization,
          "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
          ...headers,
        },
        payload: formOf(file, fields),
      });
      return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
    },
    async statusOf(batchId: string): Promise<Record<string, unknown>> {
      const { body } = await money.call("GET", `/wallet/bulk-credit-customer-status?batchId=${batchId}`);
      return body.data;
    },
    /** The downloaded CSV rows of a batch, header first. */
    async download(batchId: string, query = ""): Promise<string[][]> {
      const reply = await money.app.inject({
        method: "GET",
        url: `${UPLOAD}/${batchId}/rows.csv${query}`,
        headers: { authorization: money.authorization },
      });
      return parseCsv(reply.body);
    },
  };
}

function formOf(file: string, fields: Fields): string {
  const parts = Object.entries({ operation: "credit", ...fields }).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
  return `${parts.join("")}${head}${file}\r\n--${BOUNDARY}--\r\n`;
}

/** A file to upload; `rowOf` creates its lines. */
export function csv(...rows: string[]): string {
  return `customerId,amount,reference,narration\n${rows.join("\n")}\n`;
}

export function rowOf(wallet: { customerId: string }, amount: number, more = ","): string {
  return `${wallet.customerId},${amount},${more}`;
}
