import pino, { type DestinationStream, type Logger } from "pino";
import { isDataException } from "../../db/sql-errors.ts";

export type Log = Pick<Logger, "info" | "warn" | "error" | "fatal">;

/** Names of fields whose values are never logged. Dashboard 3. */
const SECRET_NAMES = [
  "authorization",
  "x-access-token",
  "x-refresh-token",
  "cookie",
  "set-cookie",
  "password",
  "pin",
  "bvn",
  "nin",
  "code",
  "token",
  "accessToken",
  "refreshToken",
  "privateKey",
  "search",
  "phoneNumber",
  "email",
];

/**
 * Structured logs, one JSON object per line. Secrets are redacted by field name, and in error texts by pattern. Writes are
 * asynchronous, so that a slow log reader delays no request; the rest is written when the process exits.
 */
export function createLog(options: { level: string; name: string; stream?: DestinationStream }): Logger {
  return pino(
    {
      level: options.level,
      base: { process: options.name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_NAMES.flatMap(pathsOf), censor: "[redacted]" },
      serializers: { error: serializeError },
    },
    options.stream ?? pino.destination({ fd: 1, sync: false }),
  );
}

export const silentLog: Log = pino({ level: "silent" });

function pathsOf(name: string): string[] {
  const quoted = `["${name}"]`;
  return [quoted, `*${quoted}`, `*.*${quoted}`];
}

/**
 * An error without the values that PostgreSQL quotes (`detail`, `where`, parameters): they are personal data. `sqlState` and
 * `constraint` are enough to find the statement.
 */
export function serializeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const { code, constraint, table, routine } = error as Error & Record<string, unknown>;
  return {
    name: error.name,
    message: isDataException(error) ? "a value does not fit its type" : scrub(error.message),
    sqlState: code,
    constraint,
    table,
    routine,
    stack: stackOf(error),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}

/** The stack frames only: the first lines repeat the message. */
function stackOf(error: Error): string {
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  return frames.slice(0, 12).join("\n");
}

/** Callers can influence the text, and the search for addresses takes quadratic time. */
const MAX_SCANNED = 4_000;

/** Redacts tokens and keys, e-mail addresses, and numbers as long as a phone number, account number, BVN or NIN. */
export function scrub(text: string): string {
  return text
    .slice(0, MAX_SCANNED)
    .replace(/\b(?:sk|pk|mwk|whsec|at|rt|ct)_[\w-]+/g, "[redacted]")
    .replace(/Bearer +\S+/gi, "Bearer [redacted]")
    .replace(/[^\s"'<>()]+@[^\s"'<>()]+/g, "[redacted]")
    .replace(/\+?\d{10,}/g, "[redacted]")
    .slice(0, 2000);
}
