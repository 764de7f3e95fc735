import { setTimeout as pause } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { MessageRefused, type Messenger } from "../messenger.ts";

export type SmtpOptions = {
  /** `smtps://user:password@host:465` uses TLS from the start, `smtp://…:587` uses STARTTLS. */
  url: string;
  from: string;
  /** Allows unencrypted connections, for a mail server on this machine only. */
  allowsPlaintext?: boolean;
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;
/** Total limit in time-outs, for a server that keeps sending a little. */
const MAX_TIMEOUTS = 6;

/**
 * Sends mail by SMTP. Without `allowsPlaintext` nothing is sent before the connection is encrypted with a valid
 * certificate. A mail that is sent again keeps its Message-ID. 5xx for the recipient or the mail is a permanent
 * refusal; 4xx, time-outs and a failed log-in are temporary. Api 3.
 */
export function createSmtpMail(options: SmtpOptions): Messenger {
  const timeout = options.timeoutMs ?? TIMEOUT_MS;
  const url = new URL(options.url);
  const secure = url.protocol === "smtps:";
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ...(options.allowsPlaintext ? { ignoreTLS: true } : { requireTLS: true }),
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    tls: { minVersion: "TLSv1.2" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = options.from.replace(/^.*@|>.*$/g, "");
  return {
    async send({ id, to, subject, text }) {
      try {
        const mail = {
          messageId: `<${id}@${domain}>`,
          from: options.from,
          to: { name: "", address: to },
          subject,
          text,
        };
        await within(timeout * MAX_TIMEOUTS, transport.sendMail(mail));
      } catch (error) {
        throw refusalOf(error) ?? new Error("The mail server did not take the mail.");
      }
    },
  };
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const settled = new AbortController();
  const tooLate = pause(milliseconds, undefined, { signal: settled.signal }).then(() => {
    throw new Error("the conversation took too long");
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    settled.abort();
  }
}

/** The server's text may quote the recipient, so only its status is reported. */
function refusalOf(error: unknown): MessageRefused | null {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  if (!isAboutMail || typeof responseCode !== "number" || responseCode < 500) return null;
  return new MessageRefused(`SMTP status ${responseCode}`);
}
