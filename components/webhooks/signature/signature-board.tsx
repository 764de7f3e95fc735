"use client";

import { useState } from "react";
import { CodeBlock } from "../../ui/code-block.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { WebhooksHead } from "../webhooks-head.tsx";
import { EventCatalogue } from "./event-catalogue.tsx";
import { type SnippetLanguage, snippets } from "./signature-snippets.ts";
import { SignatureWorkbench } from "./signature-workbench.tsx";

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
        Check it in your code
      </h2>
      <p className="mt-1 mb-2 text-fg-2">
        Over the raw body, in constant time, with the signing secret on the page of the subscription. Callbacks are
        signed with the private key. Answer 2xx within 10 seconds, and take each{" "}
        <span className="font-mono text-id">x-webhook-event-id</span> once: deliveries can repeat and change order.
      </p>
      <Tabs label="Language" value={language} tabs={TABS} onChange={setLanguage}>
        {LANGUAGES.map((one) => (
          <TabPanel key={one} value={one}>
            <CodeBlock label={`${one} code`} text={snippets[one]} />
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}
