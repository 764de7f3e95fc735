"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useId, useState } from "react";
import { LoadProblem } from "../layout/page/load-problem.tsx";
import { classNames } from "../ui/class-names.ts";
import { Link } from "../ui/link.tsx";
import { LoadingNote, Skeleton } from "../ui/skeleton.tsx";
import type { InsightChartProps, InsightSeries } from "./insight-charts.tsx";
import { type Cell, cellText, type InsightTable, useExportedTable } from "./insight-tables.ts";
import { texts } from "./texts.ts";

const InsightChart = dynamic(() => import("./insight-charts.tsx").then((module) => module.InsightChart), {
  ssr: false,
});

/** How much of the page's width a section takes. */
export type SectionWidth = "third" | "half" | "wide" | "whole";
const widths: Record<SectionWidth, string> = {
  third: "lg:col-span-2",
  half: "lg:col-span-3",
  wide: "md:col-span-2 lg:col-span-4",
  whole: "md:col-span-2 lg:col-span-6",
};

type Read = { isPending: boolean; isPlaceholderData: boolean; error: unknown; refetch: () => unknown };

type InsightSectionProps = {
  title: string;
  width: SectionWidth;
  read: Read;
  /** What the figures include and leave out, shown on demand. */
  help?: ReactNode;
  legend?: readonly Pick<InsightSeries, "of" | "name" | "colour">[];
  /** Beside the title, such as a switch. */
  actions?: ReactNode;
  /** The figures in one sentence. */
  summary?: ReactNode;
  /** A chart of the shared kind, or any other picture. Undefined until the figures are loaded. */
  chart?: InsightChartProps | ReactNode;
  table: InsightTable | undefined;
  /** The table is the section: there is no picture to switch from. */
  isTableOnly?: boolean;
  footer?: ReactNode;
};

/**
 * One figure of Insights: title, one sentence, picture or the same figures as a table, and a line below. The picture is hidden from screen
 * readers, which always get the table; paper shows both. Dashboard 9.
 */
export function InsightSection(props: InsightSectionProps) {
  const { title, width, read, legend, actions, table } = props;
  const id = useId();
  useExportedTable(title, table);
  return (
    <section
      aria-labelledby={id}
      aria-busy={read.isPlaceholderData || undefined}
      className={classNames(
        // Paper breaks flex boxes badly.
        "flex min-w-0 flex-col print:block border-t border-l px-pad py-4 print:border-l-0 print:px-0 transition-opacity duration-150",
        widths[width],
        read.isPlaceholderData && "opacity-60 delay-300",
      )}
    >
      <div className="mb-1 flex min-h-6 break-after-avoid flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="font-semibold text-md">
          {title}
        </h2>
        {actions}
        {legend && (
          <ul className="flex flex-wrap gap-x-4 text-fg-2 text-xs">
            {legend.map(({ of, name, colour }) => (
              <li key={of} className="flex items-center gap-1.5">
                <span aria-hidden className="size-2 rounded-small" style={{ background: colour }} />
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
      {table ? <Figures {...props} table={table} /> : <Loading title={title} read={read} />}
    </section>
  );
}

function Figures(props: InsightSectionProps & { table: InsightTable }) {
  const { title, summary, chart, table, isTableOnly = false, help, footer } = props;
  const [isSwitched, setIsSwitched] = useState(false);
  const isTable = isTableOnly || isSwitched;
  return (
    <>
      {summary && <div className="min-h-5 text-fg-2 tabular-nums">{summary}</div>}
      {!isTableOnly && (
        <div
          aria-hidden
          className={classNames(
            "mt-2.5 min-h-[200px] break-inside-avoid print:min-h-0 print:[&_svg]:h-auto print:[&_svg]:max-w-full",
            isTable && "hidden print:block",
          )}
        >
          {isChart(chart) ? <InsightChart {...chart} /> : chart}
        </div>
      )}
      <div className={isTable ? "mt-1" : "sr-only print:not-sr-only"}>
        <FigureTable title={title} table={table} hasLinks={isTable} />
      </div>
      {help && (
        <details className="mt-2 text-fg-2 text-xs print:hidden">
          <summary className="w-fit cursor-pointer rounded-small text-fg-3 hover:text-fg">
            {texts.howTheseFiguresAreCounted}
          </summary>
          <div className="mt-1 grid gap-1">{help}</div>
        </details>
      )}
      <div className="mt-auto flex min-h-8 items-end justify-between gap-3 pt-2.5 text-fg-3 text-xs">
        <div>{footer}</div>
        {!isTableOnly && (
          <button
            type="button"
            aria-label={isTable ? texts.viewTitleAsChart(title) : texts.viewTitleAsTable(title)}
            onClick={() => setIsSwitched(!isSwitched)}
            className="inline-flex min-h-6 items-end whitespace-nowrap rounded-small text-fg-2 underline underline-offset-[3px] hover:text-fg print:hidden"
          >
            {isTable ? texts.viewAsChart : texts.viewAsTable}
          </button>
        )}
      </div>
    </>
  );
}

function isChart(chart: InsightSectionProps["chart"]): chart is InsightChartProps {
  return typeof chart === "object" && chart !== null && "points" in chart;
}

function Loading({ title, read }: { title: string; read: Read }) {
  if (!read.isPending) {
    return <LoadProblem what={title.toLowerCase()} error={read.error} onRetry={() => void read.refetch()} />;
  }
  return (
    <div aria-busy="true" className="grid min-h-[272px] animate-late grid-rows-[auto_1fr] gap-3">
      <LoadingNote>{texts.loadingTitle(title.toLowerCase())}</LoadingNote>
      <Skeleton className="w-64" />
      <Skeleton className="h-full w-full" />
    </div>
  );
}

type FigureLinkProps = {
  href: string;
  /** The figure with its name, where the text alone does not say what opens. */
  label?: string;
  /** In a picture, which screen readers and the keyboard skip: its table has the same links. */
  isInPicture?: boolean;
  children: ReactNode;
};

/** A number that opens the rows behind it. */
export function FigureLink({ href, label, isInPicture = false, children }: FigureLinkProps) {
  return (
    <Link
      href={href}
      aria-label={label}
      tabIndex={isInPicture ? -1 : undefined}
      className="rounded-small underline decoration-line underline-offset-4 hover:decoration-current"
    >
      {children}
    </Link>
  );
}

/** Names of rows wrap on a phone, except those as short as `Mon 23 Nov`. */
const DAY_LENGTH = 10;

type FigureTableProps = { title: string; table: InsightTable; hasLinks: boolean };

function FigureTable({ title, table, hasLinks }: FigureTableProps) {
  return (
    // Wider than a phone: the table scrolls on its own, by keyboard too.
    <section
      aria-label={texts.figuresOfTitle(title)}
      tabIndex={hasLinks ? 0 : undefined}
      className={hasLinks ? "scroll-thin max-h-80 overflow-auto print:max-h-none print:overflow-visible" : undefined}
    >
      <table className="w-full border-separate border-spacing-0 tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {table.heads.map((head, column) => (
              <th
                key={head}
                scope="col"
                className={classNames(
                  "h-8 whitespace-nowrap border-b font-medium text-fg-3 text-xs",
                  column === 0 ? "pr-2 text-left" : "pl-2 text-right",
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ name, href, cells }) => (
            <tr key={name} className="[&:last-child>*]:border-b-0">
              <th
                scope="row"
                className={classNames(
                  "h-8 border-b pr-2 text-left font-normal text-fg-2",
                  name.length <= DAY_LENGTH && "whitespace-nowrap",
                )}
              >
                {href && hasLinks ? <FigureLink href={href}>{name}</FigureLink> : name}
              </th>
              {cells.map((cell, column) => (
                <td key={table.heads[column + 1]} className="h-8 whitespace-nowrap border-b pl-2 text-right">
                  <FigureCell cell={cell} name={`${name}, ${table.heads[column + 1]}`} hasLink={hasLinks} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FigureCell({ cell, name, hasLink }: { cell: Cell; name: string; hasLink: boolean }) {
  const text = cellText(cell);
  if (!hasLink || !cell.href) return text;
  return (
    <FigureLink href={cell.href} label={texts.figureNamed(name, text)}>
      {text}
    </FigureLink>
  );
}
