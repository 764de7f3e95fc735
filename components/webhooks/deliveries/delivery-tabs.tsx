"use client";

import type { ReactNode } from "react";
import type { DeliveryDetails } from "../../../contract/webhook-records.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { type Attempt, outcomeText } from "./attempt-list.tsx";
import { bytesText, headerLines, prettyJson, skewText } from "./wire-text.ts";

type AttemptProps = { delivery: DeliveryDetails; attempt: Attempt | undefined };

/** The event as it was sent; its bytes are the same in every attempt and replay. */
export function PayloadTab({ delivery }: { delivery: DeliveryDetails }) {
  if (delivery.payload === null) return <Note>The event is no longer kept, so it cannot be shown or replayed.</Note>;
  const text = JSON.stringify(delivery.payload, null, 2);
  return (
    <CodeBlock
      wraps
      label="Payload"
      text={text}
      note={`${bytesText(delivery.payloadBytes)} sent. Shown with line breaks: the signatures cover the bytes without them.`}
    />
  );
}

export function RequestTab({ delivery, attempt }: AttemptProps) {
  if (!attempt) return <NotSent delivery={delivery} />;
  const url = URL.parse(attempt.url);
  const target = url ? `${url.pathname}${url.search}` : attempt.url;
  const facts = [
    attempt.remoteAddress && `Connected to ${attempt.remoteAddress}`,
    `signed with key ${attempt.keyVersion}`,
  ].filter(Boolean);
  return (
    <CodeBlock
      wraps
      label="Request"
      text={[`POST ${target}`, `host: ${url?.host ?? ""}`, ...headerLines(attempt.requestHeaders)].join("\n")}
      note={`URL used: ${attempt.url}. ${facts.join(", ")}. Signatures are masked.`}
    />
  );
}

/** Distinguishes not sent, no response, and a response. Webhooks 11. */
export function ResponseTab({ delivery, attempt }: AttemptProps) {
  if (!attempt) return <NotSent delivery={delivery} />;
  if (attempt.httpStatusCode === null) {
    return <Note title="No response">{`${outcomeText(attempt)}. The request may have arrived all the same.`}</Note>;
  }
  const headers = attempt.responseHeaders ?? {};
  const body = attempt.responseBody ?? "";
  return (
    <>
      <CodeBlock
        wraps
        label="Response headers"
        text={[`HTTP ${attempt.httpStatusCode}`, ...headerLines(headers)].join("\n")}
        note={skewText(headers.date, attempt)}
      />
      {body === "" ? (
        <Note>The answer had no body.</Note>
      ) : (
        <CodeBlock wraps label="Response body" text={prettyJson(body)} note={bodyNote(attempt)} />
      )}
    </>
  );
}

function bodyNote({ truncated, repaired, responseBody, responseBytes }: Attempt): string {
  const kept = new TextEncoder().encode(responseBody ?? "").length;
  const notes = [
    truncated ? `Cut: ${bytesText(kept)} of ${responseBytes === null ? "more" : bytesText(responseBytes)} kept.` : "",
    repaired ? "Bytes that are no text were replaced." : "",
  ];
  return notes.filter(Boolean).join(" ");
}

function NotSent({ delivery }: { delivery: DeliveryDetails }) {
  if (delivery.status === "pending") return <Note title="Not sent yet">It waits for its first attempt.</Note>;
  return <Note title="Not sent">{delivery.errorMessage ?? "No request was made."}</Note>;
}

function Note({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="py-5 text-fg-2">
      {title && <strong className="block font-semibold text-fg">{title}</strong>}
      {children}
    </div>
  );
}
