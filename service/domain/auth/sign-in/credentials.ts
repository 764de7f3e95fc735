export type LoginCredentials = { email: string; password: string };

/**
 * Reads both forms of a login (API 2): plain, or both fields in Base64 when `email` has no `@`. Returns the e-mail in
 * lower case; undefined when the decoded text is no e-mail, so that the caller learns only that the pair is wrong.
 */
export function readCredentials(given: LoginCredentials): LoginCredentials | undefined {
  const plain = given.email.includes("@") ? given : decodeBoth(given);
  if (!plain?.email.includes("@")) return undefined;
  return { email: plain.email.trim().toLowerCase(), password: plain.password };
}

function decodeBoth(given: LoginCredentials): LoginCredentials | undefined {
  const email = decode(given.email);
  const password = decode(given.password);
  return email === undefined || password === undefined ? undefined : { email, password };
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
