const LAST_INPUT = "last-input";
const SUSPENSION = "suspension";
const SIGN_OUT_DUE = "sign-out-due";
/** Display preferences stay after sign-out, and that it must be repeated; they reveal nothing about the merchant. */
const KEPT_KEYS = ["theme", "density", "zone", "shortcuts", "wallet-columns", SIGN_OUT_DUE];

/**
 * Clears everything that pages stored in this browser, except display preferences. Keeps the reason of a `suspension` for
 * the sign-in page of this tab. Dashboard 3.
 */
export function clearBrowserStorage(suspension?: string): void {
  try {
    window.sessionStorage.clear();
    if (suspension !== undefined) window.sessionStorage.setItem(SUSPENSION, suspension);
    for (const key of Object.keys(window.localStorage))
      if (!KEPT_KEYS.includes(key)) window.localStorage.removeItem(key);
  } catch {
    // Storage is switched off: there is nothing to wipe.
  }
}

/** The reason of the suspension that ended the session in this tab. */
export function readSuspension(): string | undefined {
  try {
    return window.sessionStorage.getItem(SUSPENSION) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps whether a sign-out did not reach the server: then the session still lives, and the next page ends it first. */
export function keepSignOutDue(isDue: boolean): void {
  try {
    if (isDue) window.localStorage.setItem(SIGN_OUT_DUE, "1");
    else window.localStorage.removeItem(SIGN_OUT_DUE);
  } catch {
    // Storage is switched off: the session ends by its own time.
  }
}

/** Whether an earlier sign-out must be repeated. */
export function isSignOutDue(): boolean {
  try {
    return window.localStorage.getItem(SIGN_OUT_DUE) !== null;
  } catch {
    return false;
  }
}

/** Records user activity for all tabs. */
export function recordInput(): void {
  try {
    window.localStorage.setItem(LAST_INPUT, String(Date.now()));
  } catch {
    // Storage is switched off: each tab then counts for itself.
  }
}

/** The time of the last input in any tab, in milliseconds; `undefined` if unknown. */
export function lastInputAt(): number | undefined {
  try {
    const at = Number(window.localStorage.getItem(LAST_INPUT));
    return at > 0 ? at : undefined;
  } catch {
    return undefined;
  }
}
