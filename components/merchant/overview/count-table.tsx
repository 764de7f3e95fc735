import { useId } from "react";
import { texts } from "./texts.ts";

type CountTableProps = {
  title: string;
  heads: readonly string[];
  rows: readonly { name: string; counts: readonly number[] }[];
  /** Shown if nothing was counted. */
  none: string;
  hasSum?: boolean;
};

/** A few counts with proportional bars. */
export function CountTable({ title, heads, rows, none, hasSum = false }: CountTableProps) {
  const id = useId();
  const totals = rows.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0));
  const most = Math.max(1, ...totals);
  const sums = (rows[0]?.counts ?? []).map((_, column) =>
    rows.reduce((sum, row) => sum + (row.counts[column] ?? 0), 0),
  );
  return (
    <section aria-labelledby={id} className="min-w-0 px-pad py-5">
      <h2 id={id} className="mb-2 font-semibold text-md">
        {title}
      </h2>
      {totals.every((total) => total === 0) ? (
        <p className="text-fg-2">{none}</p>
      ) : (
        <table className="w-full border-separate border-spacing-0 tabular-nums [&_td]:text-right [&_th]:font-normal">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-fg-3 text-xs [&>th]:h-head-row [&>th]:border-b [&>th]:font-medium">
              {heads.map((head, column) => (
                <th key={head} scope="col" className={column === 0 ? "text-left" : "w-20 text-right"}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, counts }, row) => (
              <tr key={name} className="[&>*]:border-b [&>*]:py-2">
                <th scope="row" className="text-left">
                  {name}
                  <span aria-hidden className="mt-1.5 block h-1 rounded-small bg-mute-tint">
                    <span
                      className="block h-1 rounded-small bg-accent"
                      style={{ width: `${((totals[row] ?? 0) / most) * 100}%` }}
                    />
                  </span>
                </th>
                {counts.map((count, column) => (
                  <td key={heads[column + 1]}>{count.toLocaleString("en-NG")}</td>
                ))}
              </tr>
            ))}
          </tbody>
          {hasSum && (
            <tfoot>
              <tr className="[&>*]:h-row">
                <th scope="row" className="text-left">
                  {texts.all}
                </th>
                {sums.map((sum, column) => (
                  <td key={heads[column + 1]}>{sum.toLocaleString("en-NG")}</td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      )}
    </section>
  );
}
