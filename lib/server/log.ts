import "server-only";

export type CallLine = {
  method: string;
  /** As in the contract, never with what was put into it: paths and queries hold IDs and names. */
  endpoint: string;
  status: number;
  ms: number;
  requestId: string;
  userId: string | undefined;
};

/** One line per call; what it may hold is listed above, so nothing secret can be in it. Dashboard 3. */
export function logCall(line: CallLine): void {
  write({ level: line.status >= 500 ? "warn" : "info", message: "call", ...line });
}

/** A sign of something wrong inside, by its word only. */
export function logProblem(word: string): void {
  write({ level: "error", message: word });
}

function write(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
}
