/** `encoded`: the password in Base64, where the caller sent it so. */
export type LoginCredentials = { email: string; password: string; encoded?: string };

/**
 * Reads both forms of a login (API 2): plain, or both fields in Base64 when `email` has no `@`. Returns the e-mail in
 * lower case; undefined when the decoded text is no e-mail, so that the caller learns only that the pair is wrong.
 */
export function readCredentials(given: LoginCredentials): LoginCredentials | undefined {
  const plain = given.email.includes("@") ? given : decodeBoth(given);
  if (!plain?.email.includes("@")) return undefined;
  return { ...plain, email: plain.email.trim().toLowerCase() };
}

/**
 * The two texts that one password may have been registered as: plain, and in Base64 by clients that encode it everywhere and not only
 * at sign-in. Decision 0131.
 */
export function readingsOf({ password, encoded }: LoginCredentials): readonly [string, string] {
  return [password, encoded ?? Buffer.from(password).toString("base64")];
}

/** The text whose Base64 this is, or undefined for a text that nobody would have encoded, such as most passwords. */
export function decodedPassword(text: string): string | undefined {
  if (!/^[\w+/-]{2,}={0,2}$/.test(text)) return undefined;
  const plain = decode(text);
  return plain === undefined || /\p{Cc}/u.test(plain) ? undefined : plain;
}

function decodeBoth(given: LoginCredentials): LoginCredentials | undefined {
  const email = decode(given.email);
  const password = decode(given.password);
  return email === undefined || password === undefined ? undefined : { email, password, encoded: given.password };
}

function decode(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  try {
    const decoded = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "base64"));
    return decoded.includes("\0") ? undefined : decoded;
  } catch {
    return undefined;
  }
}
