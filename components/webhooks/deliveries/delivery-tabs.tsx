"use client";

import type { ReactNode } from "react";
import type { DeliveryDetails } from "../../../contract/webhook-records.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { type Attempt, outcomeText } from "./attempt-list.tsx";
import { texts } from "./texts.ts";
import { bytesText, headerLines, prettyJson, skewText } from "./wire-text.ts";

type AttemptProps = { delivery: DeliveryDetails; attempt: Attempt | undefined };

/** The event as it was sent; its bytes are the same in every attempt and replay. */
export function PayloadTab({ delivery }: { delivery: DeliveryDetails }) {
  if (delivery.payload === null) return <Note>{texts.theEventIsNo}</Note>;
  const text = JSON.stringify(delivery.payload, null, 2);
  return (
    <CodeBlock
      wraps
      label={texts.payload}
      text={text}
      note={texts.bytesSentShownWith(bytesText(delivery.payloadBytes))}
    />
  );
}

export function RequestTab({ delivery, attempt }: AttemptProps) {
  if (!attempt) return <NotSent delivery={delivery} />;
  const url = URL.parse(attempt.url);
  const target = url ? `${url.pathname}${url.search}` : attempt.url;
  const facts = [
    attempt.remoteAddress && texts.connectedToRemoteAddress(attempt.remoteAddress),
    texts.signedWithKeyKey(attempt.keyVersion),
  ].filter(Boolean);
  return (
    <CodeBlock
      wraps
      label={texts.request}
      text={[texts.postTarget(target), texts.host(url?.host ?? ""), ...headerLines(attempt.requestHeaders)].join("\n")}
      note={texts.urlUsedUrlFacts(attempt.url, facts.join(", "))}
    />
  );
}

/** Distinguishes not sent, no response, and a response. Webhooks 11. */
export function ResponseTab({ delivery, attempt }: AttemptProps) {
  if (!attempt) return <NotSent delivery={delivery} />;
  if (attempt.httpStatusCode === null) {
    return <Note title={texts.noResponse}>{texts.outcomeTheRequestMay(outcomeText(attempt))}</Note>;
  }
  const headers = attempt.responseHeaders ?? {};
  const body = attempt.responseBody ?? "";
  return (
    <>
      <CodeBlock
        wraps
        label={texts.responseHeaders}
        text={[texts.httpHttpStatusCode(attempt.httpStatusCode), ...headerLines(headers)].join("\n")}
        note={skewText(headers.date, attempt)}
      />
      {body === "" ? (
        <Note>{texts.theAnswerHadNo}</Note>
      ) : (
        <CodeBlock wraps label={texts.responseBody} text={prettyJson(body)} note={bodyNote(attempt)} />
      )}
    </>
  );
}

function bodyNote({ truncated, repaired, responseBody, responseBytes }: Attempt): string {
  const kept = new TextEncoder().encode(responseBody ?? "").length;
  const notes = [
    truncated ? texts.cutBytesOfKept(bytesText(kept), responseBytes === null ? "more" : bytesText(responseBytes)) : "",
    repaired ? texts.bytesThatAreNo : "",
  ];
  return notes.filter(Boolean).join(" ");
}

function NotSent({ delivery }: { delivery: DeliveryDetails }) {
  if (delivery.status === "pending") return <Note title={texts.notSentYet}>{texts.itWaitsForIts}</Note>;
  return <Note title={texts.notSent2}>{delivery.errorMessage ?? texts.noRequestWasMade}</Note>;
}

function Note({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="py-5 text-fg-2">
      {title && <strong className="block font-semibold text-fg">{title}</strong>}
      {children}
    </div>
  );
}
