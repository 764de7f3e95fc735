"use client";

import type { AuditLine } from "../../lib/api/audit.ts";
import { shortId } from "../../lib/format/names.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../ui/facts.tsx";
import { Link } from "../ui/link.tsx";
import { SheetBody } from "../ui/overlay.tsx";
import { When } from "../ui/when.tsx";
import { actorKindText, factName, objectHref } from "./audit-words.ts";
import { factChanges } from "./fact-changes.ts";
import { texts } from "./texts.ts";

/** One log entry in full: before and after, reason, origin. Dashboard 2.5. */
export function AuditLineDetails({ line }: { line: AuditLine }) {
  const href = objectHref(line);
  return (
    <SheetBody>
      <Facts>
        <Fact name={texts.when}>
          <When at={line.at} isLong />
        </Fact>
        <Fact name={texts.who}>
          {line.actor.name} <span className="text-fg-2">({actorKindText(line.actor.kind)})</span>
        </Fact>
        <Fact name={texts.whosId}>
          <Id label={texts.actorId} id={line.actor.id} />
        </Fact>
        <Fact name={factName(line.object.kind)}>
          <Id label={texts.objectId} id={line.object.id} />
          {href && (
            <Link href={href} className="rounded-small font-medium text-accent hover:underline">
              {texts.open}
            </Link>
          )}
        </Fact>
        {line.reason !== null && (
          <Fact name={texts.reason}>
            <span className="break-words">{line.reason}</span>
          </Fact>
        )}
        <Fact name={texts.address}>{line.address ?? <span className="text-fg-2">{texts.notFromANetwork}</span>}</Fact>
        <Fact name={texts.request}>
          <Id label={texts.requestId} id={line.requestId} />
        </Fact>
      </Facts>
      <Changes line={line} />
    </SheetBody>
  );
}

function Changes({ line }: { line: AuditLine }) {
  const changes = factChanges(line);
  if (changes.length === 0) return <p className="text-fg-2">{texts.itChangedNothingThat}</p>;
  return (
    <section aria-labelledby="changes">
      <h3 id="changes" className="mb-1 font-semibold">
        {texts.whatChanged}
      </h3>
      <table className="w-full table-fixed border-separate border-spacing-0 [&_td]:border-b [&_td]:py-2 [&_td]:pr-3 [&_th]:border-b [&_th]:py-2 [&_th]:pr-3 [&_th]:text-left [&_th]:font-normal">
        <thead>
          <tr className="text-fg-3 text-xs">
            <th scope="col">{texts.fact}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody className="align-top">
          {changes.map(({ name, before, after, isChanged }) => (
            <tr key={name} className={isChanged ? "" : "text-fg-2"}>
              <th scope="row">{factName(name)}</th>
              <td className="break-words">{before === null ? <Absent /> : isChanged ? <del>{before}</del> : before}</td>
              <td className="break-words">
                {after === null ? (
                  <Absent />
                ) : isChanged ? (
                  <ins className="font-medium no-underline">{after}</ins>
                ) : (
                  after
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Absent() {
  return (
    <span className="text-fg-3">
      <span aria-hidden>–</span>
      <span className="sr-only">{texts.notOnRecord}</span>
    </span>
  );
}

function Id({ id, label }: { id: string; label: string }) {
  return (
    <IdText text={shortId(id)} title={id}>
      <CopyButton value={id} label={label} />
    </IdText>
  );
}
