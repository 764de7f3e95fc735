import type { AnyBatch, RowResult } from "../../../lib/api/batches.ts";
import { classNames } from "../../ui/class-names.ts";
import { isFinal, resultLabel } from "../batch-labels.ts";
import { texts } from "./texts.ts";

/** Exact row counts: a progress bar while the batch runs, a summary bar afterwards. */
export function BatchBar({ batch, isLarge = false }: { batch: AnyBatch; isLarge?: boolean }) {
  const { kind, status, total, good, bad, repeated } = batch;
  const isOver = isFinal(status);
  const part = (count: number, end: RowResult) => `${count} ${resultLabel(kind, end).toLowerCase()}`;
  const parts = [part(good, "good"), part(bad, "bad"), ...(repeated > 0 ? [part(repeated, "repeated")] : [])];
  const summary = parts.join(", ");
  const done = good + bad + repeated;
  const classes = classNames("flex overflow-hidden rounded-full bg-line", isLarge ? "h-2" : "h-1");
  const bars = (
    <>
      <span className={isOver ? "bg-ok" : "bg-accent"} style={{ width: share(good, total) }} />
      <span className="bg-mute" style={{ width: share(repeated, total) }} />
      <span className="bg-bad" style={{ width: share(bad, total) }} />
    </>
  );
  if (isOver) {
    return (
      <span role="img" aria-label={summary} className={classes}>
        {bars}
      </span>
    );
  }
  return (
    <span
      role="progressbar"
      aria-label={texts.rowsProcessed}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={texts.doneOfTotalRows(done, total, summary)}
      className={classes}
    >
      {bars}
    </span>
  );
}

function share(count: number, total: number): string {
  return total === 0 ? "0%" : `${(100 * count) / total}%`;
}
