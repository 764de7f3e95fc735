/** Next calls this once when the server starts, before it answers anything. Wrong settings stop the start. */
export async function register(): Promise<void> {
  const { settings } = await import("./lib/server/env.ts");
  const { watchConnections } = await import("./lib/server/connections.ts");
  try {
    watchConnections(settings());
  } catch (error) {
    // Thrown on, Next would listen all the same, and answer nothing.
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
