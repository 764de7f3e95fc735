const LAST_INPUT = "last-input";
const SUSPENSION = "suspension";
/** Display preferences stay after sign-out; they reveal nothing about the merchant. */
const KEPT_KEYS = ["theme", "density", "zone", "shortcuts", "wallet-columns"];

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
