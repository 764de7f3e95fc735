export type LoginCredentials = { email: string; password: string };

/**
 * Reads the two forms of a login (api 2): plain, or, when `email` has no `@`, both in Base64. The e-mail comes back in
 * lower case. Undefined when what was decoded is no e-mail either: the caller learns no more than that the pair is wrong.
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
