import { createHash } from "node:crypto";
import type { CardRow } from "./books.ts";

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:1rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1.25rem;margin:0}dt{font-size:.875rem}
dd{margin:0;font-variant-numeric:tabular-nums;font-weight:600;user-select:all;overflow-wrap:anywhere}
p{margin:0}`;

/** How long the number stays on the screen. */
const SHOWN_SECONDS = 60;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * No script runs, nothing loads, nothing is kept, and only the embedder (an origin) may show the page in a frame. The page without a
 * number may be shown by anybody: it takes the place of the number.
 */
export function revealHeaders(embedder: string | null | "anybody"): Record<string, string> {
  const style = createHash("sha256").update(STYLE).digest("base64");
  return {
    "content-security-policy": `default-src 'none'; style-src 'sha256-${style}'; ${embedder === "anybody" ? "" : `frame-ancestors ${embedders(embedder)}; `}base-uri 'none'; form-action 'none'`,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "content-type": "text/html; charset=utf-8",
  };
}

/** A dashboard on this machine answers at all names of the machine. */
function embedders(origin: string | null): string {
  if (origin === null) return "'none'";
  const { protocol, hostname, port } = new URL(origin);
  if (hostname !== "localhost" && hostname !== "127.0.0.1") return origin;
  return ["localhost", "127.0.0.1"].map((host) => `${protocol}//${host}${port && `:${port}`}`).join(" ");
}

const page = (head: string, body: string) =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}<title>Card</title><style>${STYLE}</style></head>
<body>${body}</body></html>
`;

/** The card's secrets, for a minute. */
export function revealPage(card: CardRow): string {
  const facts: [string, string][] = [
    ["Number", card.number.replace(/(\d{4})(?=\d)/g, "$1 ")],
    ["Expires", `${String(card.expiryMonth).padStart(2, "0")}/${String(card.expiryYear).slice(-2)}`],
    ["CVV", card.cvv],
    ["Name", card.name],
  ];
  const rows = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join("");
  return page(`<meta http-equiv="refresh" content="${SHOWN_SECONDS};url=reveal">`, `<dl>${rows}</dl>`);
}

/** What an unknown, used or expired token shows. */
export function hiddenPage(): string {
  return page("", "<p>The number is hidden. Ask for it again.</p>");
}
