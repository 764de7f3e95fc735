"use client";

import { useRef, useState } from "react";
import type { AnyBatch } from "../../../lib/api/batches.ts";
import { countOf } from "../../../lib/format/names.ts";
import { Figure } from "../../ui/money.tsx";
import { Stat, Stats } from "../../ui/stats.tsx";
import { isFinal, resultLabel, spanText } from "../batch-labels.ts";
import { BatchBar } from "./batch-bar.tsx";
import { texts } from "./texts.ts";

/** Exact count, time left and totals. Dashboard 5.6. */
export function BatchProgress({ batch }: { batch: AnyBatch }) {
  const { kind, status, total, good, bad, repeated, frozen, totalAmount } = batch;
  const done = good + bad + repeated;
  const isOver = isFinal(status);
  const left = total - done;
  return (
    <>
      <section aria-label={texts.progress} className="mt-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <strong className="font-semibold text-md tabular-nums">
            {done.toLocaleString("en-NG")}{" "}
            <span className="font-medium text-fg-3">{texts.ofRows(countOf(total, "row"))}</span>
          </strong>
          <span className="text-fg-2 tabular-nums">{timeText(batch)}</span>
        </div>
        <div className="mt-2 grid">
          <BatchBar batch={batch} isLarge />
        </div>
        {status === "processing" && (
          <p className="mt-2 text-fg-3 text-xs">
            {texts.youMayLeaveThis} {kind === "create" ? texts.anUpload : texts.aBatch} {texts.thatHasStartedCannot}
          </p>
        )}
        <SpokenProgress done={done} total={total} />
      </section>
      <Stats>
        <Stat
          name={resultLabel(kind, "good")}
          note={frozen > 0 ? texts.ofThemFrozen(frozen.toLocaleString("en-NG")) : undefined}
        >
          {good.toLocaleString("en-NG")}
        </Stat>
        {repeated > 0 && (
          <Stat name={resultLabel(kind, "repeated")} note={texts.notSentAgain}>
            {repeated.toLocaleString("en-NG")}
          </Stat>
        )}
        <Stat name={resultLabel(kind, "bad")} note={bad > 0 && kind !== "create" ? texts.nothingMoved : undefined}>
          {bad.toLocaleString("en-NG")}
        </Stat>
        {(!isOver || left > 0) && (
          <Stat name={resultLabel(kind, isOver ? "cancelled" : "pending")}>{left.toLocaleString("en-NG")}</Stat>
        )}
        {totalAmount !== null && (
          <Stat name={texts.totalOfTheFile} isWide>
            <Figure kobo={totalAmount} />
          </Stat>
        )}
      </Stats>
    </>
  );
}

/** `about 20 s left`, `took 1 min 16 s`; `null` without an estimate. */
function timeText({ status, good, bad, repeated, total, startedAt, finishedAt, pausedUntil }: AnyBatch): string {
  if (startedAt === null) return "";
  if (finishedAt !== null) return texts.tookSpan(spanText(Date.parse(finishedAt) - Date.parse(startedAt)));
  const done = good + bad + repeated;
  if (status !== "processing" || done === 0 || pausedUntil !== null) return "";
  const spentMs = Date.now() - Date.parse(startedAt);
  return texts.aboutSpanLeft(spanText((spentMs / done) * (total - done)));
}

/** Announces each tenth to screen readers, except the one reached before the page opened. */
function SpokenProgress({ done, total }: { done: number; total: number }) {
  const tenth = total === 0 ? 10 : Math.floor((10 * done) / total);
  const opened = useRef(tenth);
  const [announced, setAnnounced] = useState(tenth);
  if (tenth !== announced) setAnnounced(tenth);
  const text = tenth === opened.current ? "" : texts.tenthPercentOfRows(tenth * 10, countOf(total, "row"));
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
