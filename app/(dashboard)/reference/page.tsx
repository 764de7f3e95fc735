import { PageHead } from "../../../components/layout/page/page-head.tsx";
import { ReferenceBasics } from "../../../components/reference/reference-basics.tsx";
import { ReferenceEntry } from "../../../components/reference/reference-entry.tsx";
import { ReferenceFailures } from "../../../components/reference/reference-failures.tsx";
import { ReferenceFilter } from "../../../components/reference/reference-filter.tsx";
import { apiReference } from "../../../lib/server/api-reference.ts";
import { texts } from "../texts.ts";

export const metadata = { title: texts.apiReference };

export default function ReferencePage() {
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
          <ReferenceFilter total={groups.reduce((sum, { lines }) => sum + lines.length, 0)} />
          {groups.map(({ tag, lines }) => (
            <section key={tag} data-group aria-label={tag} className="mt-6">
              <p className="-mx-pad border-b px-pad pb-2 font-medium text-fg-2">{tag}</p>
              {lines.map((line) => (
                <ReferenceEntry key={line.id} line={line} />
              ))}
            </section>
          ))}
        </section>
      </div>
    </>
  );
}
