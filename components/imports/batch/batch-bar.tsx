import type { AnyBatch } from "../../../lib/api/batches.ts";
import { classNames } from "../../ui/class-names.ts";
import { isFinal, resultLabel } from "../batch-labels.ts";

/** Exact row counts: a progress bar while the batch runs, a summary bar afterwards. */
export function BatchBar({ batch, isLarge = false }: { batch: AnyBatch; isLarge?: boolean }) {
  const { kind, status, total, good, bad } = batch;
  const isOver = isFinal(status);
  const summary = `${good} ${resultLabel(kind, "good").toLowerCase()}, ${bad} ${resultLabel(kind, "bad").toLowerCase()}`;
  const classes = classNames("flex overflow-hidden rounded-full bg-line", isLarge ? "h-2" : "h-1");
  const bars = (
    <>
      <span className={isOver ? "bg-ok" : "bg-accent"} style={{ width: share(good, total) }} />
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
      aria-label="Rows processed"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={good + bad}
      aria-valuetext={`${good + bad} of ${total} rows: ${summary}`}
      className={classes}
    >
      {bars}
    </span>
  );
}

function share(count: number, total: number): string {
  return total === 0 ? "0%" : `${(100 * count) / total}%`;
}
