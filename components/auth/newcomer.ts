/** Somebody on the way in: who they are, from one step to the next. */
export type Newcomer = { email: string; password?: string };

const KEY = "newcomer-email";
// In the memory of this page only, and gone with it.
let password: string | undefined;

/** Remembers who is on the way in: the e-mail in this tab, the password no longer than this page lives. */
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
