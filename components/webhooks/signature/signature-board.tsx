"use client";

import { useState } from "react";
import { CodeBlock } from "../../ui/code-block.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { WebhooksHead } from "../webhooks-head.tsx";
import { EventCatalogue } from "./event-catalogue.tsx";
import { type SnippetLanguage, snippets } from "./signature-snippets.ts";
import { SignatureWorkbench } from "./signature-workbench.tsx";
import { texts } from "./texts.ts";

const LANGUAGES = Object.keys(snippets) as SnippetLanguage[];
const TABS = LANGUAGES.map((language) => ({ value: language, label: language }));

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

function SignatureSnippets() {
  const [language, setLanguage] = useState<SnippetLanguage>("Node.js");
  return (
    <section aria-labelledby="snippets" className="min-w-0">
      <h2 id="snippets" className="font-semibold text-md">
        {texts.checkItInYour}
      </h2>
      <p className="mt-1 mb-2 text-fg-2">
        {texts.overTheRawBody} <span className="font-mono text-id">{texts.xWebhookEventId}</span>{" "}
        {texts.onceDeliveriesCanRepeat}
      </p>
      <Tabs label={texts.language} value={language} tabs={TABS} onChange={setLanguage}>
        {LANGUAGES.map((one) => (
          <TabPanel key={one} value={one}>
            <CodeBlock label={texts.oneCode(one)} text={snippets[one]} />
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}
