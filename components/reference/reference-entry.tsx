"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { ReferenceEntry as Entry, ReferenceLine } from "../../contract/reference/reference.ts";
import type { FieldFacts } from "../../contract/reference/schema-fields.ts";
import { request } from "../../lib/api/request.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import type { Session } from "../../lib/permissions.ts";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadingNote, Skeleton } from "../ui/skeleton.tsx";
import { texts } from "./texts.ts";

/** One endpoint as a collapsible entry. Its fields and samples load when it opens: all of them together are 2.5 MB. */
export function ReferenceEntry({ line }: { line: ReferenceLine }) {
  const { id, method, path, summary } = line;
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      id={id}
      data-entry={`${method} ${path} ${summary} ${id}`.toLowerCase()}
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
      className="group -mx-pad scroll-mt-4 border-b px-pad"
    >
      <summary className="flex min-h-row cursor-pointer flex-wrap items-center gap-x-3 gap-y-0.5 rounded-small py-1.5">
        <Icon of={ChevronRight} size={14} className="text-fg-3 group-open:rotate-90" />
        <span className="w-14 font-medium font-mono text-fg-2 text-id">{method}</span>
        <h3 className="font-mono text-id [overflow-wrap:anywhere]">{path}</h3>
        <span className="text-fg-2">{summary}</span>
      </summary>
      {wasOpened && <EntryDetails id={id} />}
    </details>
  );
}

/** Fixed until the next release, so it is read once. */
function entryQuery(session: Session, id: string) {
  return queryOptions({
    queryKey: ["reference", id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Entry> => {
      const path = `/reference/${encodeURIComponent(id)}` as const;
      return (await request<{ data: Entry }>(session, { base: "/api", path, signal })).data;
    },
  });
}

function EntryDetails({ id }: { id: string }) {
  const read = useQuery(entryQuery(useSession(), id));
  if (read.isPending) {
    return (
      <div aria-busy="true" className="grid h-96 animate-late content-start gap-4 pt-1 pb-6">
        <LoadingNote>{texts.loadingTheEndpoint}</LoadingNote>
        <Skeleton className="w-48" />
        <Skeleton className="w-40" />
      </div>
    );
  }
  if (!read.data)
    return <LoadProblem what={texts.theEndpoint} error={read.error} onRetry={() => void read.refetch()} />;
  const entry = read.data;
  return (
    <div className="grid gap-4 pt-1 pb-6">
      <Who entry={entry} />
      <Fields title={texts.pathAndQuery} fields={entry.parameters} />
      <Fields title={entry.isUpload ? texts.formFields : texts.body} fields={entry.body} />
      <Code title={texts.call} text={entry.curl} label={texts.callOfPath(entry.path)} />
      {entry.reply === null ? (
        <p>{texts.answersStatusWithA(entry.status)}</p>
      ) : (
        <Code title={texts.answerStatus(entry.status)} text={entry.reply} label={texts.answerOfPath(entry.path)} />
      )}
    </div>
  );
}

function Who({ entry }: { entry: Entry }) {
  const { credentials, roles, permissions, messages, isIdempotent } = entry;
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[128px_minmax(0,1fr)] [&>dt]:text-fg-2">
      <dt>{texts.credential}</dt>
      <dd>{credentials.join(texts.or)}</dd>
      {roles.length > 0 && (
        <>
          <dt>{texts.roles}</dt>
          <dd>{roles.join(", ")}</dd>
        </>
      )}
      {permissions.length > 0 && (
        <>
          <dt>{texts.permission}</dt>
          <dd className="break-all font-mono text-id">{permissions.join(texts.or)}</dd>
        </>
      )}
      {messages.length > 0 && (
        <>
          <dt>{texts.message}</dt>
          <dd>{messages.map((message) => `“${message}”`).join(texts.or)}</dd>
        </>
      )}
      {isIdempotent && (
        <>
          <dt>{texts.repeating}</dt>
          <dd>
            {texts.takesAn} <code className="font-mono text-id">{texts.idempotencyKey}</code>
            {texts.theSameKeyAnd}
          </dd>
        </>
      )}
    </dl>
  );
}

function Fields({ title, fields }: { title: string; fields: readonly (FieldFacts & { in?: "path" | "query" })[] }) {
  if (fields.length === 0) return null;
  return (
    <div className="scroll-thin overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-left [&_td]:border-b [&_td]:py-1.5 [&_td]:pr-4 [&_th]:border-b [&_th]:py-1.5 [&_th]:pr-4 [&_th]:font-normal">
        <caption className="mb-1 text-left font-medium">{title}</caption>
        <thead>
          <tr className="text-fg-3 text-xs">
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.type}</th>
            <th scope="col">{texts.needed}</th>
            <th scope="col">{texts.rules}</th>
          </tr>
        </thead>
        <tbody className="align-top">
          {fields.map((field) => (
            <tr key={`${field.in ?? ""}${field.name}`}>
              <th scope="row" className="font-mono text-id">
                {field.name}
                {field.in === "path" && <span className="font-sans text-fg-3 text-xs"> {texts.inThePath}</span>}
              </th>
              <td className="text-fg-2">{field.type}</td>
              <td className="text-fg-2">{field.isRequired ? "yes" : "no"}</td>
              <td className="min-w-40 text-fg-2 [overflow-wrap:anywhere]">{rulesOf(field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A code block with a copy button that scrolls by mouse and keyboard. */
export function Code({ title, text, label }: { title: string; text: string; label: string }) {
  return (
    <div>
      <div className="mb-1 flex items-center gap-1">
        <span className="font-medium">{title}</span>
        <CopyButton value={text} label={label} />
      </div>
      <section
        aria-label={`${title}: ${label}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        tabIndex={0}
        className="scroll-thin max-h-96 overflow-auto rounded-control bg-subtle px-4 py-3 outline-offset-[-2px]"
      >
        <pre className="font-mono text-id">{text}</pre>
      </section>
    </div>
  );
}

function rulesOf({ values, rules }: FieldFacts): string {
  return [values.join(", "), rules].filter(Boolean).join("; ");
}
