import type { SandboxBankAddress } from "../rails/sandbox-bank.ts";
import { createHttpIssuer, type HttpIssuerOptions } from "./http-issuer.ts";
import type { Issuer } from "./issuer.ts";
import { type CardNetwork, createSandboxIssuer } from "./sandbox-issuer.ts";

export type Issuers = {
  /** By account mode; null where cards are not possible. */
  issuers: Record<"SANDBOX" | "PRODUCTION", Issuer | null>;
  /** The simulated network of the sandbox issuer; null where none is configured. */
  cardNetwork: CardNetwork | null;
  end(): Promise<void>;
};

/** Opens the issuers of a process. SANDBOX always uses the sandbox issuer. Cards 1. */
export function createIssuers(config: {
  sandboxBank: SandboxBankAddress | null;
  cardIssuer: Omit<HttpIssuerOptions, "name"> | null;
}): Issuers {
  const sandbox = config.sandboxBank ? createSandboxIssuer(config.sandboxBank) : null;
  const production = config.cardIssuer ? createHttpIssuer({ name: "http", ...config.cardIssuer }) : null;
  return {
    issuers: { SANDBOX: sandbox?.issuer ?? null, PRODUCTION: production },
    cardNetwork: sandbox?.network ?? null,
    async end() {
      await Promise.all([sandbox?.issuer.end(), sandbox?.network.end(), production?.end()]);
    },
  };
}
