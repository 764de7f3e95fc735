"use client";

import { WebhooksHead } from "../webhooks-head.tsx";
import { EventCatalogue } from "./event-catalogue.tsx";
import { SignatureSnippets } from "./signature-snippet-tabs.tsx";
import { SignatureWorkbench } from "./signature-workbench.tsx";

/** How to tell that a webhook is genuine, and what each event looks like. Webhooks 6, dashboard 5.10. */
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
