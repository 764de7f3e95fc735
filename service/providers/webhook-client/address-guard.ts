import { lookup } from "node:dns/promises";
import { networkInterfaces } from "node:os";
import { type AddressRange, isForbiddenAddress, normalAddress } from "./address-rules.ts";
import type { ResolveName } from "./resolve-name.ts";
import type { WebhookAddress } from "./url-rules.ts";

/** An address that the platform itself listens on. */
export type OwnListener = { host: string; port: number };

/**
 * Resolves a URL's host and returns addresses that may be called. Every address is checked: one forbidden address
 * rejects the name. Webhooks 9, rules 2, 3, 7, 8.
 * @throws BlockedAddress, NameNotResolved
 */
export type AddressGuard = (target: WebhookAddress) => Promise<string[]>;

export function createAddressGuard(options: {
  allowed: readonly AddressRange[];
  own: readonly OwnListener[];
  resolveName: ResolveName;
}): AddressGuard {
  const { allowed, own, resolveName } = options;
  return async ({ hostname, isLiteral, port }) => {
    const addresses = isLiteral ? [hostname] : await resolveName(hostname);
    if (addresses.some((address) => isForbiddenAddress(address, allowed))) throw new BlockedAddress();
    for (const listener of own) {
      if (listener.port === port && (await matchesListener(addresses, listener))) throw new BlockedAddress();
    }
    return addresses;
  };
}

/** Contains no address, because the message may reach the merchant. */
export class BlockedAddress extends Error {
  constructor() {
    super("The address is not allowed.");
    this.name = "BlockedAddress";
  }
}

async function matchesListener(addresses: readonly string[], { host }: OwnListener): Promise<boolean> {
  const named = await lookup(host, { all: true });
  // A service on one address of this machine may listen on all of them, so the machine's own addresses are treated as
  // one.
  const here = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
  const ours = new Set([...named.map(({ address }) => address), ...here].map(normalAddress));
  return addresses.some((address) => ours.has(normalAddress(address)));
}
