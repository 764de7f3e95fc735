import { Resolver } from "node:dns/promises";

/** Every address of a name, IPv4 first; throws where it has none or nobody answers. */
export type ResolveName = (hostname: string) => Promise<string[]>;

/**
 * Asks name servers directly: the system's own look-up would know local names, and holds a thread for each. `servers` replace
 * the machine's. A server that does not answer is given up before the connection's time is over.
 */
export function createNameResolver(servers?: readonly string[]): ResolveName {
  const resolver = new Resolver({ timeout: 1_200, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [v4, v6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length === 0) throw new NameNotResolved();
    return found;
  };
}

export class NameNotResolved extends Error {
  constructor() {
    super("The name does not resolve.");
    this.name = "NameNotResolved";
  }
}
