import pino, { type DestinationStream, type Logger } from "pino";
import { isDataException } from "../../db/sql-errors.ts";

export type Log = Pick<Logger, "info" | "warn" | "error" | "fatal">;

/** Field names whose values never reach a log (dashboard 3). */
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
 * Structured logs, one JSON object per line. Secrets are cut out by name, and out of error texts by their looks. Written
 * without waiting, so that a slow reader of the log holds up no request; what is left is written when the process ends.
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
 * An error without what PostgreSQL quotes from the row (`detail`, `where`, parameters): those are people's data. `sqlState`
 * and `constraint` say enough to find the statement.
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

/** The frames alone: the first lines repeat the message. */
function stackOf(error: Error): string {
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  return frames.slice(0, 12).join("\n");
}

/** The time to look for an address grows with the square of the text, and others may choose the text. */
const LONGEST_READ = 4_000;

/** Takes out what looks like a token, an e-mail address, or a number as long as a phone's, account's, BVN or NIN. */
export function scrub(text: string): string {
  return text
    .slice(0, LONGEST_READ)
    .replace(/\b(?:sk|pk|at|rt|ct)_[\w-]+/g, "[redacted]")
    .replace(/Bearer +\S+/gi, "Bearer [redacted]")
    .replace(/[^\s"'<>()]+@[^\s"'<>()]+/g, "[redacted]")
    .replace(/\+?\d{10,}/g, "[redacted]")
    .slice(0, 2000);
}
