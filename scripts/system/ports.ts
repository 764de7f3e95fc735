import { createServer } from "node:net";

/** Finds a port of 127.0.0.1 that is free at this moment. */
export function findFreePort(): Promise<number> {
  return listenOnce(0);
}

/** Whether `port` is free on `host`. A host address that the machine does not have counts as free. */
export async function isPortFree(port: number, host: string): Promise<boolean> {
  try {
    await listenOnce(port, host);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code !== "EADDRINUSE" && code !== "EACCES";
  }
}

function listenOnce(port: number, host = "127.0.0.1"): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address ? address.port : port));
    });
  });
}
