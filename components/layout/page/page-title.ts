/** `[Sandbox] Wallets · Ada Ventures`: the tab title also shows the mode. Dashboard 5.9. */
export function pageTitle(page: { title: string; mode: "SANDBOX" | "PRODUCTION"; merchantName: string }): string {
  return `${page.mode === "SANDBOX" ? "[Sandbox] " : ""}${page.title} · ${page.merchantName}`;
}
