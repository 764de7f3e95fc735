import { isIP } from "node:net";
import { webhookUrlTexts } from "../../../contract/texts/webhooks.ts";
import type { UrlRefusal, WebhookTargetMode } from "./webhook-client.ts";

/** The target of a URL: the host in canonical form, without brackets or a final dot. */
export type WebhookAddress = {
  protocol: "https:" | "http:";
  hostname: string;
  isLiteral: boolean;
  port: number;
  /** Path and query. */
  path: string;
};

const MAX_URL_LENGTH = 2_048;

/** Ports of services that take commands over a plain connection and would interpret a request as commands. */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  22, 23, 25, 110, 143, 445, 587, 1433, 3306, 5432, 6379, 9200, 11211, 27017,
]);

const LOCAL_NAME = /(^|\.)(localhost|local|internal)$/;

/**
 * Parses a URL once for every use, or returns the reason for which it must not be called, independent of its addresses. The URL parser
 * converts all spellings of an IPv4 address to the dotted form. Pure. Webhooks 1 and 9, rules 1, 2, 8.
 */
export function readWebhookUrl(text: string, mode: WebhookTargetMode): WebhookAddress | UrlRefusal {
  const url = text.length <= MAX_URL_LENGTH ? URL.parse(text) : null;
  if (!url) return invalid(webhookUrlTexts.notAnAddress);
  const { protocol } = url;
  if (protocol !== "https:" && protocol !== "http:") return invalid(webhookUrlTexts.httpsRequired);
  if (protocol === "http:" && mode === "PRODUCTION") return invalid(webhookUrlTexts.httpsRequiredInProduction);
  if (url.username !== "" || url.password !== "") return invalid(webhookUrlTexts.credentials);
  const hostname = url.hostname
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase()
    .replace(/\.$/, "");
  if (hostname.split(".").includes("")) return invalid(webhookUrlTexts.invalidHost);
  const port = url.port === "" ? (protocol === "https:" ? 443 : 80) : Number(url.port);
  if (port === 0 || BLOCKED_PORTS.has(port)) return blocked(webhookUrlTexts.blockedPort);
  if (LOCAL_NAME.test(hostname)) return blocked(webhookUrlTexts.notPublic);
  return { protocol, hostname, isLiteral: isIP(hostname) !== 0, port, path: `${url.pathname}${url.search}` };
}

export function isRefusal(result: object): result is UrlRefusal {
  return "errorCode" in result;
}

/** The merchant-facing message; it never names the address (webhooks 9, rule 12). */
export function blocked(message: string): UrlRefusal {
  return { errorCode: "blocked_address", message };
}

function invalid(message: string): UrlRefusal {
  return { errorCode: "invalid_url", message };
}
