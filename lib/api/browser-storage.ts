const LAST_INPUT = "last-input";
/** How a person likes the pages to look is theirs also after they have signed out; it says nothing about the merchant. */
const KEPT = ["theme", "density", "zone", "shortcuts", "wallet-columns"];

/** Everything that pages kept in this browser goes, but for choices of looks. Dashboard 3. */
export function wipeBrowserStorage(): void {
  try {
    window.sessionStorage.clear();
    for (const key of Object.keys(window.localStorage)) if (!KEPT.includes(key)) window.localStorage.removeItem(key);
  } catch {
    // Storage is switched off: there is nothing to wipe.
  }
}

/** Remembers, for all tabs, that someone is here. */
export function noteInput(): void {
  try {
    window.localStorage.setItem(LAST_INPUT, String(Date.now()));
  } catch {
    // Storage is switched off: each tab then counts for itself.
  }
}

/** When someone last touched any tab, in milliseconds; `undefined` where that is not known. */
export function lastInputAt(): number | undefined {
  try {
    const at = Number(window.localStorage.getItem(LAST_INPUT));
    return at > 0 ? at : undefined;
  } catch {
    return undefined;
  }
}
