"use client";

import { type ColumnDef, metaHelper, type RowData, tableFeatures, useTable } from "@tanstack/react-table";
import type { CSSProperties, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Skeleton } from "./skeleton.tsx";

/** Breakpoints of the container, not of the viewport. */
type Width = "narrow" | "phone" | "tiny";
/**
 * The layout of a column. `hides`: the container width below which it is hidden; names and amounts are never hidden.
 */
type ColumnLayout = {
  align?: "end";
  width?: string;
  /** Its width in a container as narrow as a phone. */
  phoneWidth?: string;
  hides?: Width;
  /** Below this width its neighbour is hidden and the column is at the left or right edge. */
  starts?: Width;
  ends?: Width;
  isSoft?: boolean;
  skeletonWidth?: string;
};

const features = tableFeatures({ columnMeta: metaHelper<ColumnLayout>() });
export type TableColumn<Row extends RowData> = ColumnDef<typeof features, Row>;

type DataTableProps<Row extends RowData> = {
  caption: string;
  columns: TableColumn<Row>[];
  rows: readonly Row[];
  getRowId: (row: Row) => string;
  /** Rows of less importance, shown in grey. */
  isQuiet?: (row: Row) => boolean;
  isDimmed?: boolean;
};

const SKELETON_ROWS = 8;
const starts = { narrow: "@max-[720px]:pl-pad!", phone: "@max-[560px]:pl-pad!", tiny: "@max-[420px]:pl-pad!" };
const ends = { narrow: "@max-[720px]:pr-pad!", phone: "@max-[560px]:pr-pad!", tiny: "@max-[420px]:pr-pad!" };
const hides = { narrow: "@max-[720px]:hidden", phone: "@max-[560px]:hidden", tiny: "@max-[420px]:hidden" };

/**
 * A table of single-line rows that spans the panel; columns hide by the width of the container, not of the viewport.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { caption, columns, rows, getRowId, isQuiet, isDimmed } = props;
  const table = useTable({ features, columns, data: rows, getRowId });
  return (
    <Frame caption={caption} isDimmed={isDimmed ?? false}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id} scope="col" {...headAttributes(header.column.columnDef.meta)}>
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr
            key={row.id}
            className={classNames("group relative hover:bg-subtle", isQuiet?.(row.original) && "text-fg-2")}
          >
            {row.getAllCells().map((cell) => (
              <td key={cell.id} className={cellClassName(cell.column.columnDef.meta)}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Frame>
  );
}

/** The same grid while loading, with the final row heights, so that nothing moves. */
export function TableSkeleton<Row extends RowData>({ columns, label }: { columns: TableColumn<Row>[]; label: string }) {
  return (
    <div className="animate-late" aria-busy="true">
      <Frame caption={label} isDimmed={false}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" {...headAttributes(column.meta)}>
                {typeof column.header === "string" ? column.header : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: SKELETON_ROWS }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity.
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.id} className={cellClassName(column.meta)}>
                  <Skeleton className={column.meta?.skeletonWidth ?? "w-20"} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Frame>
    </div>
  );
}

function Frame({ caption, isDimmed, children }: { caption: string; isDimmed: boolean; children: ReactNode }) {
  return (
    <table
      aria-busy={isDimmed || undefined}
      className={classNames(
        "-mx-pad w-[calc(100%+2*var(--pad))] table-fixed border-separate border-spacing-0",
        "[&_td]:trim [&_td]:h-row [&_td]:border-b [&_td]:px-2 md:[&_td]:px-3 [&_th]:trim [&_th]:h-head-row [&_th]:border-b [&_th]:px-2 md:[&_th]:px-3",
        "[&_td:first-child]:pl-pad [&_td:last-child]:pr-pad [&_th:first-child]:pl-pad [&_th:last-child]:pr-pad",
        "transition-opacity duration-150",
        isDimmed && "opacity-60 delay-300",
      )}
    >
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  );
}

function headAttributes(layout: ColumnLayout | undefined) {
  return {
    className: classNames(
      "font-medium text-fg-3 text-xs",
      layout?.width && "w-[var(--w)] @max-[560px]:w-[var(--w-phone)]",
      cellClassName({ ...layout, isSoft: false }),
    ),
    style: layout?.width ? widths(layout.width, layout.phoneWidth ?? layout.width) : undefined,
  };
}

/** React supports CSS variables here; its types do not declare them. */
function widths(wide: string, phone: string): CSSProperties {
  return { "--w": wide, "--w-phone": phone } as CSSProperties;
}

function cellClassName(layout: ColumnLayout | undefined): string {
  return classNames(
    layout?.align === "end" ? "text-right tabular-nums" : "text-left",
    layout?.isSoft && "text-fg-2",
    layout?.hides && hides[layout.hides],
    layout?.starts && starts[layout.starts],
    layout?.ends && ends[layout.ends],
  );
}
