/** Next calls this once when the server starts, before any request. Invalid settings stop the start. */
export async function register(): Promise<void> {
  const { settings } = await import("./lib/server/env.ts");
  const { watchConnections } = await import("./lib/server/connections.ts");
  try {
    watchConnections(settings());
  } catch (error) {
    // If this were rethrown, Next would keep listening without serving requests.
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
