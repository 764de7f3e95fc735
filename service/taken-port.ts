/** Another program has the port. The message says which variable to change. */
export class PortTaken extends Error {}

/** Waits until a server listens. @throws `PortTaken` naming `variable` */
export async function listenOn<T>(variable: string, listening: Promise<T>): Promise<T> {
  return await listening.catch((error: Error & { code?: string; port?: number }) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new PortTaken(`Port ${error.port} is taken. Set ${variable} to another one.`);
  });
}
