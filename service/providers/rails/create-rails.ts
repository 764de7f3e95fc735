import { createEasyPay, type EasyPayOptions } from "./easypay/easypay.ts";
import { createPaystack, type PaystackOptions } from "./paystack/paystack.ts";
import type { Rail } from "./rail.ts";
import { openSandboxBank, SANDBOX_CLIENT_ID, type SandboxBank, type SandboxBankAddress } from "./sandbox-bank.ts";

export type ProductionRail =
  | ({ name: "easypay" } & Omit<EasyPayOptions, "name" | "callbackSecret">)
  | ({ name: "paystack" } & PaystackOptions);

export type Rails = {
  /** By account mode, in the order of routing. Empty: payouts of that mode are refused. */
  rails: Record<"SANDBOX" | "PRODUCTION", readonly Rail[]>;
  /** Null where no sandbox bank is configured. */
  sandboxBank: SandboxBank | null;
  close(): Promise<void>;
};

/** The name of the rail to the sandbox bank. */
export const SANDBOX_RAIL = "sandbox";

/** It answers at once unless it was asked to hang, and an API call waits 8 s for a payout. */
const SANDBOX_TIMEOUT_MS = 5_000;

/** Opens the rails of a process. SANDBOX always uses the sandbox bank. Rails 1. */
export function createRails(config: {
  sandboxBank: SandboxBankAddress | null;
  production: readonly ProductionRail[];
}): Rails {
  const production = config.production.map((rail) =>
    rail.name === "paystack" ? createPaystack(rail) : createEasyPay({ ...rail, callbackSecret: null }),
  );
  const sandboxBank = config.sandboxBank ? openSandboxBank(config.sandboxBank) : null;
  const sandbox =
    config.sandboxBank && sandboxBank
      ? [{ ...createSandboxRail(config.sandboxBank), settlementFile: sandboxBank.settlementFile }]
      : [];
  return {
    rails: { SANDBOX: sandbox, PRODUCTION: production },
    sandboxBank,
    async close() {
      await Promise.all([...sandbox, ...production].map((rail) => rail.close()));
      await sandboxBank?.close();
    },
  };
}

/** The rail to the sandbox bank: the EasyPay protocol with the sandbox bank's identifiers. */
export function createSandboxRail(
  bank: SandboxBankAddress,
  options: { timeoutMs?: number; connections?: number } = {},
) {
  return createEasyPay({
    name: SANDBOX_RAIL,
    baseUrl: bank.url,
    clientId: SANDBOX_CLIENT_ID,
    clientSecret: bank.clientSecret,
    scope: "sandbox/.default",
    senderCode: "999001",
    sourceBankCode: "999001",
    source: { accountNumber: "9990010001", accountName: "Merchant float", bvn: "22222222222" },
    billerId: "00000000-0000-4000-8000-000000000001",
    mandateReference: "SANDBOX-MANDATE",
    callbackSecret: bank.callbackSecret,
    timeoutMs: options.timeoutMs ?? SANDBOX_TIMEOUT_MS,
    ...(options.connections === undefined ? {} : { connections: options.connections }),
  });
}
