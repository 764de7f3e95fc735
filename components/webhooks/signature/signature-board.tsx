"use client";

import { WebhooksHead } from "../webhooks-head.tsx";
import { EventCatalogue } from "./event-catalogue.tsx";
import { SignatureSnippets } from "./signature-snippet-tabs.tsx";
import { SignatureWorkbench } from "./signature-workbench.tsx";

/** How to verify a webhook's signature, and what each event contains. Webhooks 6, Dashboard 5.10. */
export function SignatureBoard() {
  return (
    <>
      <WebhooksHead />
      <div className="mt-5 grid max-w-sheet gap-8">
        <SignatureWorkbench />
        <SignatureSnippets />
        <EventCatalogue />
      </div>
    </>
  );
}
