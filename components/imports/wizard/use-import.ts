"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { BatchKind } from "../../../lib/api/batches.ts";
import type { Mapping, Unit } from "../../../lib/import/columns.ts";
import type { Repair } from "../../../lib/import/damage.ts";
import { createImportClient, type ImportClient, ImportProblem } from "../../../lib/import/import-client.ts";
import type { Filter, Opened, Progress } from "../../../lib/import/worker-messages.ts";

export type ChosenFile = { content: Blob; name: string };

/** A list of rows as the worker holds it; another `version` means that rows must be read again. */
export type RowList = { filter: Filter; length: number; version: number };

/** What is known of a file: nothing, its header, its rows as far as they were judged. */
export type ImportState = {
  file: ChosenFile | null;
  opened: Opened | null;
  mapping: Mapping;
  unit: Unit | null;
  progress: Progress | null;
  list: RowList;
  repairs: readonly Repair[];
  problem: string | null;
};

const NOTHING: ImportState = {
  file: null,
  opened: null,
  mapping: {},
  unit: null,
  progress: null,
  list: { filter: "problems", length: 0, version: 0 },
  repairs: [],
  problem: null,
};

/** One file in one worker, from the choice to the last edit. Another file, or leaving, ends the worker. Dashboard 5.6. */
export function useImport(kind: BatchKind) {
  const [state, setState] = useState<ImportState>(NOTHING);
  const client = useRef<ImportClient>(undefined);
  const hasList = useRef(false);
  const merge = useCallback((part: Partial<ImportState>) => setState((now) => ({ ...now, ...part })), []);

  const relist = useCallback(async (filter: Filter) => {
    const length = await client.current?.ask("list", filter);
    if (length === undefined) return;
    setState((now) => ({ ...now, list: { filter, length, version: now.list.version + 1 } }));
  }, []);

  const check = useCallback(
    async (mapping: Mapping, unit: Unit | null) => {
      const own = client.current;
      if (!own) return;
      merge({ mapping, unit, progress: null, problem: null, repairs: [] });
      try {
        const progress = await own.ask("check", { mapping, unit: unit ?? "kobo" });
        merge({ progress, repairs: await own.ask("repairs", undefined) });
        await relist("problems");
      } catch (error) {
        merge({ problem: textOf(error), progress: null });
      }
    },
    [merge, relist],
  );

  const start = useCallback((): ImportClient => {
    client.current?.close();
    hasList.current = false;
    client.current = createImportClient((progress) => {
      merge({ progress });
      // The first problems are seen while the rest is still being read.
      if (hasList.current || progress.counts.errors + progress.counts.repeats + progress.counts.warnings === 0) return;
      hasList.current = true;
      void relist("problems");
    });
    return client.current;
  }, [merge, relist]);
  // Loading the worker's code takes longer than reading the first rows: it is there before a file is.
  useEffect(() => {
    start();
    return () => client.current?.close();
  }, [start]);

  return {
    state,
    client,
    async choose(file: ChosenFile, known: { unit?: Unit } = {}) {
      setState({ ...NOTHING, file });
      const own = state.file === null && client.current ? client.current : start();
      try {
        const opened = await own.ask("open", { file: file.content, kind });
        const unit = kind === "create" ? null : (known.unit ?? opened.unit);
        merge({ opened, mapping: opened.mapping, unit });
        if (!opened.isDoubtful && (kind === "create" || unit !== null)) await check(opened.mapping, unit);
      } catch (error) {
        merge({ problem: textOf(error) });
      }
    },
    check,
    show: relist,
    async edit(change: { row: number; column: string; text: string }) {
      const edited = await client.current?.ask("edit", change);
      if (!edited) return;
      setState((now) => ({
        ...now,
        progress: now.progress && { ...now.progress, counts: edited.counts },
        list: { ...now.list, version: now.list.version + 1 },
      }));
    },
    async repair(one: Repair) {
      const own = client.current;
      if (!own) return;
      const progress = await own.ask("repair", one);
      merge({ progress, repairs: await own.ask("repairs", undefined) });
      await relist(state.list.filter);
    },
    /** Gives the file up, and what was made of it. */
    drop() {
      start();
      setState(NOTHING);
    },
  };
}

export type Import = ReturnType<typeof useImport>;

function textOf(error: unknown): string {
  return error instanceof ImportProblem ? error.message : "This page could not work on the file. Choose it again.";
}
