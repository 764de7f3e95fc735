"use client";

import { CircleCheck, Columns3, Download, LoaderCircle, WandSparkles } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { amountInWords } from "../../../../lib/format/amount-words.ts";
import { formatKobo } from "../../../../lib/format/money.ts";
import { countOf } from "../../../../lib/format/names.ts";
import { delimiterNames, encodingNames } from "../../../../lib/import/csv/shape-names.ts";
import type { Filter, Progress } from "../../../../lib/import/worker/worker-messages.ts";
import { useShortcuts } from "../../../layout/hooks/use-shortcuts.ts";
import { saveFile } from "../../../layout/page/save-file.ts";
import { useShortcutsPreference } from "../../../layout/shell/use-shortcuts-preference.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { Stat, Stats } from "../../../ui/stats.tsx";
import type { Import } from "../use-import.ts";
import { repairTexts, sizeText } from "../wizard-texts.ts";
import { type GridHandle, ProblemGrid } from "./problem-grid.tsx";

type CheckStepProps = { source: Import; progress: Progress; onColumns: () => void };

/** The checked rows: those that will not be sent and why, to be fixed here or in the file. Dashboard 5.6. */
export function CheckStep({ source, progress, onColumns }: CheckStepProps) {
  const { state } = source;
  const { counts, isComplete } = progress;
  const { opened, mapping } = state;
  const columns = useMemo(
    () => opened?.columns.filter((column) => mapping[column] !== undefined) ?? [],
    [opened, mapping],
  );
  const grid = useRef<GridHandle>(null);
  const next = () => grid.current?.goToNext();
  const { isOn: hasKey } = useNextKey(next);
  return (
    <>
      <FileStats source={source} progress={progress} />
      {state.repairs.map((repair) => {
        const { title, text, button } = repairTexts(repair);
        return (
          <Callout
            key={repair.damage + repair.column}
            className="mt-5"
            tone="wait"
            icon={WandSparkles}
            title={title}
            action={
              <Button size="small" onClick={() => void source.repair(repair)}>
                {button}
              </Button>
            }
          >
            <p>{text}</p>
          </Callout>
        );
      })}
      <div className="mt-5 mb-2 flex flex-wrap items-center justify-between gap-2">
        <Filters source={source} progress={progress} />
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="quiet" icon={Columns3} isBlocked={!isComplete} onClick={onColumns}>
            {opened?.columns.includes("amount") ? "Columns and unit" : "Columns"}
          </Button>
          <ErrorFileButton source={source} isBlocked={!isComplete || counts.errors + counts.repeats === 0} />
          <Button size="small" isBlocked={state.list.length === 0} onClick={next}>
            Next problem {hasKey && <Kbd>N</Kbd>}
          </Button>
        </div>
      </div>
      {state.list.length > 0 ? (
        <ProblemGrid
          key={state.list.filter}
          ask={source.ask}
          onEdit={source.edit}
          list={state.list}
          columns={columns}
          caption={state.list.filter === "all" ? "All rows" : "Rows with problems"}
          handleRef={grid}
        />
      ) : (
        isComplete && (
          <EmptyState icon={CircleCheck} title={state.list.filter === "problems" ? "No problems" : "No such rows"}>
            <p>{countOf(counts.rows - counts.errors - counts.repeats, "row")} can be sent as they are.</p>
          </EmptyState>
        )
      )}
      <p className="mt-3 text-fg-3 text-xs tabular-nums">
        {isComplete
          ? `Checked in your browser in ${Math.round(progress.ms).toLocaleString("en-NG")} ms. Nothing is sent yet.`
          : "Still reading. Nothing is sent."}
      </p>
    </>
  );
}

function FileStats({ source, progress }: { source: Import; progress: Progress }) {
  const { file, opened, mapping, unit } = source.state;
  const { counts, isComplete, shape, readBytes } = progress;
  const behind = counts.errors + counts.repeats;
  const total = Number(counts.total);
  const found = Object.keys(mapping).length;
  // A payment file needs only one column for the wallet, so "x of y" would suggest missing columns.
  const columns = unit ? countOf(found, "column") : `${found} of ${opened?.columns.length} columns`;
  const how = `${encodingNames[shape.encoding]} · ${delimiterNames[shape.delimiter]}`;
  return (
    <>
      <Stats>
        <Stat isWide name={file?.name ?? ""} note={`${sizeText(file?.content.size ?? 0)} · ${how} · ${columns} found`}>
          {counts.rows.toLocaleString("en-NG")}{" "}
          <span className="font-medium text-fg-3">{counts.rows === 1 ? "row" : "rows"}</span>
        </Stat>
        <Stat name="Will be sent" note={`${counts.warnings.toLocaleString("en-NG")} of them with a warning`}>
          {(counts.rows - behind).toLocaleString("en-NG")}
        </Stat>
        <Stat name="Not sent" note={`${countOf(counts.errors, "error")}, ${countOf(counts.repeats, "duplicate")}`}>
          {behind.toLocaleString("en-NG")}
        </Stat>
        {unit && (
          <Stat name={`Total, read as ${unit}`} note={Number.isSafeInteger(total) ? amountInWords(total) : null}>
            {formatKobo(counts.total)}
          </Stat>
        )}
      </Stats>
      {!isComplete && (
        <p className="mt-4 flex items-center gap-2 text-fg-2 tabular-nums">
          <Icon of={LoaderCircle} className="animate-turn" />
          {Math.floor((100 * readBytes) / Math.max(1, file?.content.size ?? 1))} % read
        </p>
      )}
      <p role="status" className="sr-only">
        {isComplete &&
          `Checked: ${countOf(counts.rows, "row")}, ${countOf(counts.errors, "error")}, ${countOf(counts.repeats, "duplicate")}, ${countOf(counts.warnings, "warning")}.`}
      </p>
    </>
  );
}

function Filters({ source, progress }: { source: Import; progress: Progress }) {
  const { errors, warnings, repeats, rows } = progress.counts;
  const filters: [Filter, string, number][] = [
    ["problems", "Problems", errors + warnings + repeats],
    ["error", "Errors", errors],
    ["warning", "Warnings", warnings],
    ["repeat", "Duplicates", repeats],
    ...(progress.canListAll ? [["all", "All rows", rows] satisfies [Filter, string, number]] : []),
  ];
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Show</legend>
      {filters.map(([filter, label, count]) => (
        <button
          key={filter}
          type="button"
          aria-pressed={source.state.list.filter === filter}
          onClick={() => void source.show(filter)}
          className="inline-flex h-7 items-center gap-1.5 rounded-full border border-transparent px-2.5 font-medium text-fg-2 tabular-nums hover:text-fg aria-pressed:border-control-line aria-pressed:bg-mute-tint aria-pressed:text-fg"
        >
          {label} <span className="text-fg-2">{count.toLocaleString("en-NG")}</span>
        </button>
      ))}
    </fieldset>
  );
}

function ErrorFileButton({ source, isBlocked }: { source: Import; isBlocked: boolean }) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    const file = await source.ask("errorFile", undefined);
    if (file) saveFile(file, `${(source.state.file?.name ?? "rows").replace(/\.[^.]*$/, "")}-errors.csv`);
    setIsBusy(false);
  };
  return (
    <Button
      size="small"
      variant="quiet"
      icon={Download}
      isBusy={isBusy}
      isBlocked={isBlocked}
      onClick={() => void save()}
    >
      Error file
    </Button>
  );
}

/** Calls `onNext` when N is pressed outside fields and dialogs, unless the user switched shortcuts off. Dashboard 5.6, 5.12. */
function useNextKey(onNext: () => void): { isOn: boolean } {
  const [isOn] = useShortcutsPreference();
  useShortcuts({ n: onNext, "Shift+n": onNext });
  return { isOn };
}
