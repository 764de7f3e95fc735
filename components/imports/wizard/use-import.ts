"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { Bank } from "../../../contract/payout-records.ts";
import { banksQuery } from "../../../lib/api/payouts.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import type { Decimal, ImportKind, Mapping, Unit } from "../../../lib/import/rows/columns.ts";
import type { Repair } from "../../../lib/import/rows/damage.ts";
import type { Filter, OpenedFile, Progress } from "../../../lib/import/worker/worker-messages.ts";
import { texts } from "./texts.ts";
import { useImportWorker } from "./use-import-worker.ts";

export type SelectedFile = { content: Blob; name: string };

/** A list held by the worker. A new `version` means that its rows must be read again. */
export type RowList = { filter: Filter; length: number; version: number };

/** The state of a file: none, its header, or its rows as far as they are checked. */
export type ImportState = {
  file: SelectedFile | null;
  opened: OpenedFile | null;
  mapping: Mapping;
  unit: Unit | null;
  decimal: Decimal;
  /** What the user must enter before the rows are read. */
  asks: "nothing" | "unit" | "columns";
  progress: Progress | null;
  list: RowList;
  repairs: readonly Repair[];
  /** Cells edited here, which the file does not contain. */
  changes: number;
  problem: string | null;
};

const NOTHING: ImportState = {
  file: null,
  opened: null,
  mapping: {},
  unit: null,
  decimal: "point",
  asks: "nothing",
  progress: null,
  list: { filter: "problems", length: 0, version: 0 },
  repairs: [],
  changes: 0,
  problem: null,
};
const UNREAD = { progress: null, repairs: [], changes: 0, problem: null } as const;

/** One file in one worker, from selection to the last edit. Another file, or leaving the page, terminates the worker. Dashboard 5.6. */
export function useImport(kind: ImportKind) {
  const readBanks = useBanks(kind);
  const [state, setState] = useState<ImportState>(NOTHING);
  const isListed = useRef(false);
  const filter = useRef<Filter>("problems");
  const merge = useCallback((part: Partial<ImportState>) => setState((now) => ({ ...now, ...part })), []);
  const onProblem = useCallback((problem: string) => merge({ ...UNREAD, problem }), [merge]);
  const { ask, startAnew, startUnused } = useImportWorker({
    onProgress(progress) {
      merge({ progress });
      const { errors, repeats, warnings } = progress.counts;
      // The first problems appear while the rest is still being read.
      if (!isListed.current && errors + repeats + warnings > 0) void show(filter.current);
    },
    onProblem,
  });

  const show = async (wanted: Filter) => {
    filter.current = wanted;
    isListed.current = true;
    const length = await ask("list", wanted);
    if (length === undefined) return;
    setState((now) => ({ ...now, list: { filter: wanted, length, version: now.list.version + 1 } }));
  };
  const showRepairs = async (progress: Progress | undefined) => {
    const repairs = progress && (await ask("repairs", undefined));
    if (!progress || !repairs) return;
    merge({ progress, repairs });
    await show(filter.current);
  };
  const check = async (mapping: Mapping, unit: Unit | null, decimal: Decimal = "point") => {
    filter.current = "problems";
    isListed.current = false;
    setState((now) => ({ ...now, ...UNREAD, mapping, unit, decimal, list: emptyList(now.list) }));
    const banks = await readBanks();
    if (!banks) return onProblem(texts.theBanksCouldNot);
    await showRepairs(await ask("check", { mapping, unit: unit ?? "kobo", decimal, banks }));
  };
  const edit = useCallback(
    async (change: { row: number; column: string; text: string }) => {
      const edited = await ask("edit", change);
      if (edited) setState((now) => withEdit(now, edited.counts));
    },
    [ask],
  );

  return {
    state,
    ask,
    check,
    show,
    edit,
    async choose(file: SelectedFile, known: { unit?: Unit } = {}) {
      startUnused();
      setState({ ...NOTHING, file });
      const opened = await ask("open", { file: file.content, kind });
      if (!opened) return;
      const unit = kind === "create" ? null : (known.unit ?? opened.unit);
      const asks = opened.needsMapping ? "columns" : kind !== "create" && unit === null ? "unit" : "nothing";
      merge({ opened, mapping: opened.mapping, unit, asks });
      if (asks === "nothing") await check(opened.mapping, unit);
    },
    async repair(one: Repair) {
      await showRepairs(await ask("repair", one));
      setState((now) => ({ ...now, changes: now.changes + one.cells }));
    },
    /** Takes counts that changed without an edit. */
    count: (counts: Progress["counts"]) =>
      setState((now) => ({ ...now, progress: now.progress && { ...now.progress, counts } })),
    /** Reads the file again with another decimal separator, without the edits. */
    readAs: (decimal: Decimal) => check(state.mapping, state.unit, decimal),
    /** Returns to the columns and unit. The rows are then read again, without the edits. */
    reopen: () => merge({ ...UNREAD, asks: "columns" }),
    /** Discards the file and its edits. */
    drop() {
      startAnew();
      setState(NOTHING);
    },
  };
}

export type Import = ReturnType<typeof useImport>;

/** Reads the banks that a file of payouts may name; undefined when their list cannot be read. */
function useBanks(kind: ImportKind): () => Promise<readonly Bank[] | undefined> {
  const session = useSession();
  const queries = useQueryClient();
  if (kind !== "payout") return async () => [];
  return () => queries.fetchQuery(banksQuery(session)).catch(() => undefined);
}

function emptyList({ version }: RowList): RowList {
  return { ...NOTHING.list, version: version + 1 };
}

/** Rows stay on the screen until they are read again. */
function withEdit(now: ImportState, counts: Progress["counts"]): ImportState {
  const list = { ...now.list, version: now.list.version + 1 };
  return { ...now, list, changes: now.changes + 1, progress: now.progress && { ...now.progress, counts } };
}
