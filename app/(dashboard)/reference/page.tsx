import { PageHead } from "../../../components/layout/page/page-head.tsx";
import { ReferenceBasics } from "../../../components/reference/reference-basics.tsx";
import { ReferenceEntry } from "../../../components/reference/reference-entry.tsx";
import { ReferenceFailures } from "../../../components/reference/reference-failures.tsx";
import { ReferenceFilter } from "../../../components/reference/reference-filter.tsx";
import { apiReference } from "../../../lib/server/api-reference.ts";

export const metadata = { title: "API reference" };

export default function ReferencePage() {
  const { baseUrl, groups, failures } = apiReference();
  return (
    <>
      <PageHead title="API reference" />
      <div className="mt-5 grid gap-8">
        <ReferenceBasics baseUrl={baseUrl} />
        <ReferenceFailures failures={failures} />
        <section aria-labelledby="endpoints">
          <h2 id="endpoints" className="mb-3 font-semibold text-md">
            Endpoints
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
