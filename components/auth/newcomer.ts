/** A person who is registering or joining, from one step to the next. */
export type Newcomer = { email: string; password?: string };

const KEY = "newcomer-email";
// Kept in the memory of this page only.
let password: string | undefined;

/** Stores the newcomer between steps: the e-mail in this tab, the password only as long as this page lives. */
export function rememberNewcomer(newcomer: Newcomer): void {
  password = newcomer.password;
  try {
    sessionStorage.setItem(KEY, newcomer.email);
  } catch {
    // Storage is switched off: the next step asks for the e-mail again.
  }
}

export function readNewcomer(): Partial<Newcomer> {
  const email = storedEmail();
  if (email === null) return {};
  return password === undefined ? { email } : { email, password };
}

export function forgetNewcomer(): void {
  password = undefined;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is switched off: there is nothing to forget.
  }
}

function storedEmail(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
