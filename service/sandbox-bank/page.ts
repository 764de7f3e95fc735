import { createHash } from "node:crypto";
import type { ShownTransfer, Totals } from "./books.ts";
import { toNaira } from "./naira.ts";

const STYLE = `:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}p{margin:.25rem 0 1rem}
dl{display:flex;flex-wrap:wrap;gap:1rem 2.5rem;margin:1rem 0}dt{font-size:.85rem}
dd{margin:0;font-size:1.25rem;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;white-space:nowrap}
th,td{text-align:left;padding:.35rem .75rem .35rem 0;border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent)}
.number{text-align:right;font-variant-numeric:tabular-nums}`;

/** The page needs its own style and nothing else. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const naira = (kobo: bigint) => {
  const [whole = "", decimals = ""] = toNaira(kobo).split(".");
  return `${kobo < 0n ? "−" : ""}₦${whole.replace("-", "").replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
};

const time = (at: Date) => `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** The bank's books as a plain page. */
export function renderPage(books: { now: Date; totals: Totals; transfers: ShownTransfer[] }): string {
  const { now, totals, transfers } = books;
  const facts: [string, string][] = [
    ["Float", naira(totals.float)],
    ["Came in", naira(totals.in)],
    ["Paid out", naira(totals.out)],
    ["Returned", naira(totals.returned)],
    ["Callbacks waiting", String(totals.waitingCallbacks)],
    ["Clock", time(now)],
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox bank</title><style>${STYLE}</style></head>
<body><main><h1>Sandbox bank</h1><p>Test money only. These are the bank's own books; the wallet service cannot read or change them. The float may fall below zero: the bank lends.</p>
<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl>
<h2>Last transfers</h2>${transfers.length === 0 ? "<p>No transfers yet.</p>" : table(transfers)}</main></body></html>
`;
}

function table(transfers: ShownTransfer[]): string {
  const rows = transfers.map(
    (transfer) =>
      `<tr><td>${time(transfer.changedAt)}</td><td>${transfer.direction === "in" ? "Incoming" : "Payout"}</td><td class="number">${naira(transfer.amount)}</td><td>${escapeHtml(transfer.status)}</td><td>${escapeHtml(transfer.code)}</td><td>${escapeHtml(transfer.bankCode)} ${escapeHtml(transfer.accountNumber)}</td><td>${escapeHtml(transfer.accountName)}</td><td>${escapeHtml(transfer.sessionId)}</td></tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="Last transfers"><table><thead><tr><th>Changed</th><th>Direction</th><th class="number">Amount</th><th>Status</th><th>Code</th><th>Account</th><th>Name</th><th>Session ID</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}
