import { setImmediate } from "node:timers/promises";
import { PageHead } from "../../../components/layout/page/page-head.tsx";
import { ReferenceBasics } from "../../../components/reference/reference-basics.tsx";
import { ReferenceEntry } from "../../../components/reference/reference-entry.tsx";
import { ReferenceFailures } from "../../../components/reference/reference-failures.tsx";
import { ReferenceFilter } from "../../../components/reference/reference-filter.tsx";
import { apiReference } from "../../../lib/server/api-reference.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.apiReference };

export default async function ReferencePage() {
  // The frame is sent before the hundreds of entries are rendered, which blocks the process for a moment.
  await setImmediate();
  const { baseUrl, groups, failures } = apiReference();
  return (
    <>
      <PageHead title={texts.apiReference} />
      <div className="mt-5 grid gap-8">
        <ReferenceBasics baseUrl={baseUrl} />
        <ReferenceFailures failures={failures} />
        <section aria-labelledby="endpoints">
          <h2 id="endpoints" className="mb-3 font-semibold text-md">
            {texts.endpoints}
          </h2>
          <ReferenceFilter total={groups.reduce((sum, { entries }) => sum + entries.length, 0)} />
          {groups.map(({ tag, entries }) => (
            <section key={tag} data-group aria-label={tag} className="mt-6">
              <p className="-mx-pad border-b px-pad pb-2 font-medium text-fg-2">{tag}</p>
              {entries.map((entry) => (
                <ReferenceEntry key={entry.id} entry={entry} />
              ))}
            </section>
          ))}
        </section>
      </div>
    </>
  );
}
