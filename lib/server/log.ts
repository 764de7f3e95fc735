import "server-only";

export type CallLine = {
  method: string;
  /** The path template of the contract, never the filled-in path: paths and queries contain IDs and names. */
  endpoint: string;
  status: number;
  ms: number;
  requestId: string;
  userId: string | undefined;
};

/** Logs one line per call. The fields of `CallLine` are the complete list, so no secret can be logged. Dashboard 3. */
export function logCall(line: CallLine): void {
  write({ level: line.status >= 500 ? "warn" : "info", message: "call", ...line });
}

/** Logs an internal problem by its code only. */
export function logProblem(word: string): void {
  write({ level: "error", message: word });
}

function write(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
}
