import { findFreePort } from "../../scripts/system/ports.ts";
import { TEST_SECRETS_KEY } from "../../service/testing/context.ts";
import { bankEnvironment, startBankProcess } from "../../service/testing/processes/bank-process.ts";
import { openHttpHarness } from "../../service/testing/processes/http-harness.ts";
import { startServiceProcess } from "../../service/testing/processes/service-process.ts";
import { startWorkerProcess } from "../../service/testing/processes/worker-process.ts";
import { createDatabase } from "./database.ts";

/** A merchant with `wallets` customers of `each` kobo, and the processes of the service, the worker and the sandbox bank. */
export async function openBankHarness(name: string, options: { wallets: number; each: bigint }) {
  const database = await createDatabase(name);
  const harness = await openHttpHarness(database.url, options);
  const ports = { bank: await findFreePort(), service: await findFreePort() };
  const bank = await startBankProcess(database.url, ports);
  const env = { ...bankEnvironment(ports.bank), SECRETS_KEY: TEST_SECRETS_KEY };
  const service = await startServiceProcess(database.url, ports.service, { env });
  const worker = startWorkerProcess(database.url, env);
  return {
    ...harness,
    bankUrl: bank.url,
    address: service.address,
    async close() {
      await worker.stop();
      await service.stop();
      await bank.stop();
      await harness.close();
      await database.drop();
    },
  };
}
