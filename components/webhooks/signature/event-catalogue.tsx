"use client";

import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { eventTypesQuery } from "../../../lib/api/webhooks.ts";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { texts } from "./texts.ts";

const EXPECTED = 9;

/** Every event with a sample payload. Spec 6.2, 6.3. */
export function EventCatalogue() {
  const read = useQuery(eventTypesQuery(useSession()));
  const events = read.data?.filter(({ example }) => example !== null);
  return (
    <section aria-labelledby="catalogue" className="min-w-0">
      <h2 id="catalogue" className="font-semibold text-md">
        {texts.events}
      </h2>
      <p className="mt-1 mb-2 text-fg-2">{texts.amountsAreWholeKobo}</p>
      {read.isError && <LoadProblem what={texts.theEvents} error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending &&
        Array.from({ length: EXPECTED }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity.
          <div key={row} className="flex h-11 items-center border-b">
            <Skeleton className="w-64" />
          </div>
        ))}
      {events?.map(({ type, description, example }) => (
        <details key={type} className="border-b last:border-b-0">
          <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 gap-y-0.5 rounded-small py-1.5 outline-offset-[-2px] hover:bg-subtle">
            <span className="w-44 font-mono text-id">{type}</span>
            <span className="min-w-0 flex-1 text-fg-2">{description}</span>
          </summary>
          <div className="pb-4">
            <CodeBlock label={texts.exampleOfType(type)} text={JSON.stringify(example, null, 2)} />
          </div>
        </details>
      ))}
    </section>
  );
}
