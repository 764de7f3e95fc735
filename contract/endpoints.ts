import { authEndpoints } from "./auth.ts";
import { merchantEndpoints } from "./merchant.ts";
import { transactionEndpoints } from "./transactions.ts";
import { walletEndpoints } from "./wallets.ts";

/** Every endpoint by the name of its verb: what routes, proxy, OpenAPI document and tests read. */
export const endpoints = {
  ...authEndpoints,
  ...walletEndpoints,
  ...merchantEndpoints,
  ...transactionEndpoints,
};

export type EndpointName = keyof typeof endpoints;
