/** A person who is registering or joining, from one step to the next. */
export type PendingAccount = { email: string; password?: string };

const KEY = "pending-account-email";
// Kept in the memory of this page only.
let password: string | undefined;

/** Stores the account between steps: the e-mail in this tab, the password only as long as this page lives. */
export function savePendingAccount(account: PendingAccount): void {
  password = account.password;
  try {
    sessionStorage.setItem(KEY, account.email);
  } catch {
    // Storage is switched off: the next step asks for the e-mail again.
  }
}

export function readPendingAccount(): Partial<PendingAccount> {
  const email = storedEmail();
  if (email === null) return {};
  return password === undefined ? { email } : { email, password };
}

export function clearPendingAccount(): void {
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
