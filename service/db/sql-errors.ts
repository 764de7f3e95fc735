// The only code that reads SQLSTATEs and the driver's errors. scripts/check-sql-errors.ts enforces it.

type ErrorFields = { code?: unknown; constraint?: unknown; table?: unknown; message?: unknown; syscall?: unknown };

/** A machine or a name cannot be reached, where a connection is being opened. Otherwise it was lost. */
const UNREACHABLE: readonly unknown[] = ["EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "EAI_AGAIN", "ENOTFOUND"];
const OPENING: readonly unknown[] = ["connect", "getaddrinfo"];
/** The pool gave no connection in time, or opened none: pg-pool sets no code on these errors. */
const NO_CONNECTION: readonly unknown[] = [
  "timeout exceeded when trying to connect",
  "Connection terminated due to connection timeout",
];

function fieldsOf(error: unknown): ErrorFields {
  return typeof error === "object" && error !== null ? error : {};
}

/** Whether a name of the catalogue is this one, or that of a shard, which appends its number. Decision 0193. */
export function isNamed(name: unknown, whole: string): boolean {
  return typeof name === "string" && name.startsWith(whole) && /^(?:_\d+)?$/.test(name.slice(whole.length));
}

/** Whether a write failed because the row of another transaction already has the value. */
export function isUniqueViolation(
  error: unknown,
  of: { constraint: string | readonly string[] } | { table: string },
): boolean {
  const { code, constraint, table } = fieldsOf(error);
  if (code !== "23505") return false;
  if ("table" in of) return isNamed(table, of.table);
  return [of.constraint].flat().some((one) => isNamed(constraint, one));
}

/** Whether a posting was refused because its payer made the same payment just before (`refuse_possible_duplicate`). */
export function isPossibleDuplicate(error: unknown): boolean {
  return isNamed(fieldsOf(error).constraint, "payouts_possible_duplicate");
}

/** Whether an authorization was refused because its card no longer allows it (`refuse_card_authorization`). */
export function isAuthorizationRefused(error: unknown): boolean {
  return isNamed(fieldsOf(error).constraint, "card_authorization_refused");
}

/** Whether no connection could be opened, so that nothing was executed. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const { code, message, syscall } = fieldsOf(error);
  // A name with several addresses, each with an error of its own.
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnreachable);
  if (isConnectionRefused(error)) return true;
  if (UNREACHABLE.includes(code) && OPENING.includes(syscall)) return true;
  // The server is starting or stopping, or has no connection left; or none of several accepts writes.
  if (code === "57P03" || code === "53300" || code === "NO_PRIMARY" || isReadOnly(error)) return true;
  return NO_CONNECTION.includes(message);
}

/** Whether the driver gave up waiting for an answer. Its connection is of no use any more, and whether the statement ran is unknown. */
export function isUnanswered(error: unknown): error is Error {
  return fieldsOf(error).message === "Query read timeout";
}

/** Whether a statement gave up a lock, or ended a deadlock: it may be tried again. */
export function isLockRefused(error: unknown): boolean {
  const { code } = fieldsOf(error);
  return code === "55P03" || code === "40P01";
}

/** Whether the server refused a write because it is a standby. */
export function isReadOnly(error: unknown): error is Error {
  return fieldsOf(error).code === "25006";
}

export function isConnectionRefused(error: unknown): boolean {
  return fieldsOf(error).code === "ECONNREFUSED";
}

export function isMissingTable(error: unknown): boolean {
  return fieldsOf(error).code === "42P01";
}

/** Whether PostgreSQL rejected a value for its type. The message of such an error quotes the value. */
export function isDataException(error: unknown): boolean {
  const { code } = fieldsOf(error);
  return typeof code === "string" && code.startsWith("22");
}

/** Whether a statement found that its row is not as it expected, and divided by zero to roll back the commit. */
export function isRowChanged(error: unknown): boolean {
  return fieldsOf(error).code === "22012";
}

/** PostgreSQL's own words for an operator; undefined for an error that is not from the server or the connection to it. */
export function refusalOf(error: unknown): string | undefined {
  const { code, message } = fieldsOf(error);
  if (typeof message !== "string") return undefined;
  const isOfServer = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
  const isLost = code === "ECONNRESET" || code === "ETIMEDOUT" || /^Connection terminated/.test(message);
  return isOfServer || isLost ? message.replace(/\s*\n\s*/g, " ").replace(/\.$/, "") : undefined;
}
