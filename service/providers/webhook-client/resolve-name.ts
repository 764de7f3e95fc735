import { Resolver } from "node:dns/promises";

/** Returns every address of a name, IPv4 first. @throws when it has none or no server answers. */
export type ResolveName = (hostname: string) => Promise<string[]>;

/**
 * Queries name servers directly: the system resolver knows local names and blocks a thread per query. `servers`
 * replace the machine's. A silent server is given up before the connection's time limit.
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
