"use client";

import { Calculator, CircleCheck, Columns3, Download, LoaderCircle, WandSparkles } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { amountInWords } from "../../../../lib/format/amount-words.ts";
import { formatKobo } from "../../../../lib/format/money.ts";
import { countOf } from "../../../../lib/format/names.ts";
import { delimiterNames, encodingNames } from "../../../../lib/import/csv/shape-names.ts";
import type { Decimal } from "../../../../lib/import/rows/columns.ts";
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
import { Switch } from "../../../ui/switch.tsx";
import type { Import } from "../use-import.ts";
import { repairTexts, sizeText } from "../wizard-texts.ts";
import { type GridHandle, ProblemGrid } from "./problem-grid.tsx";
import { texts } from "./texts.ts";

type CheckStepProps = {
  source: Import;
  progress: Progress;
  onColumns: () => void;
  onDecimal: (decimal: Decimal) => void;
};

/** The checked rows: those that will not be sent and why, to be fixed here or in the file. Dashboard 5.6. */
export function CheckStep({ source, progress, onColumns, onDecimal }: CheckStepProps) {
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
      <DecimalNote source={source} progress={progress} onDecimal={onDecimal} />
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
            {opened?.columns.includes("amount") ? texts.columnsAndUnit : texts.columns}
          </Button>
          <ErrorFileButton source={source} isBlocked={!isComplete || counts.errors + counts.repeats === 0} />
          <Button size="small" isBlocked={state.list.length === 0} onClick={next}>
            {texts.nextProblem} {hasKey && <Kbd>N</Kbd>}
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
          caption={state.list.filter === "all" ? texts.allRows : texts.rowsWithProblems}
          handleRef={grid}
        />
      ) : (
        isComplete && (
          <EmptyState icon={CircleCheck} title={state.list.filter === "problems" ? texts.noProblems : texts.noSuchRows}>
            <p>{texts.rowsCanBeSent(countOf(counts.rows - counts.errors - counts.repeats, "row"))}</p>
          </EmptyState>
        )
      )}
      <p className="mt-3 text-fg-3 text-xs tabular-nums">
        {isComplete
          ? texts.checkedInYourBrowser(Math.round(progress.ms).toLocaleString("en-NG"))
          : texts.stillReadingNothingIs}
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
  const columns = unit ? countOf(found, "column") : texts.foundOfCountColumns(found, opened?.columns.length ?? 0);
  const how = `${encodingNames[shape.encoding]} · ${delimiterNames[shape.delimiter]}`;
  return (
    <>
      <Stats>
        <Stat
          isWide
          name={file?.name ?? ""}
          note={texts.sizeTextHowColumns(sizeText(file?.content.size ?? 0), how, columns)}
        >
          {counts.rows.toLocaleString("en-NG")}{" "}
          <span className="font-medium text-fg-3">{counts.rows === 1 ? "row" : "rows"}</span>
        </Stat>
        <Stat name={texts.willBeSent} note={texts.warningsOfThemWith(counts.warnings.toLocaleString("en-NG"))}>
          {(counts.rows - behind).toLocaleString("en-NG")}
        </Stat>
        <Stat name={texts.notSent} note={`${countOf(counts.errors, "error")}, ${countOf(counts.repeats, "duplicate")}`}>
          {behind.toLocaleString("en-NG")}
        </Stat>
        {unit && (
          <Stat name={texts.totalReadAsUnit(unit)} note={Number.isSafeInteger(total) ? amountInWords(total) : null}>
            {formatKobo(counts.total)}
          </Stat>
        )}
      </Stats>
      {!isComplete && (
        <p className="mt-4 flex items-center gap-2 text-fg-2 tabular-nums">
          <Icon of={LoaderCircle} className="animate-turn" />
          {texts.floorPercentRead(Math.floor((100 * readBytes) / Math.max(1, file?.content.size ?? 1)))}
        </p>
      )}
      <p role="status" className="sr-only">
        {isComplete &&
          texts.checkedRowsErrorsDuplicates(
            countOf(counts.rows, "row"),
            countOf(counts.errors, "error"),
            countOf(counts.repeats, "duplicate"),
            countOf(counts.warnings, "warning"),
          )}
      </p>
    </>
  );
}

type DecimalNoteProps = Omit<CheckStepProps, "onColumns">;

/** Offers to read the amounts with a decimal comma, where some can be read in no other way. */
function DecimalNote({ source, progress: { commaAmount, isComplete }, onDecimal }: DecimalNoteProps) {
  const isComma = source.state.decimal === "comma";
  if (commaAmount === null && !isComma) return null;
  return (
    <Callout
      role="status"
      className="mt-5"
      tone={isComma ? "info" : "wait"}
      icon={Calculator}
      title={texts.commaIsTheDecimal}
      action={
        <Switch
          label={texts.commaIsTheDecimal}
          isOn={isComma}
          isBlocked={!isComplete}
          onAsk={() => onDecimal(isComma ? "point" : "comma")}
        />
      }
    >
      <p>
        {commaAmount && texts.exampleReadsAs(commaAmount.text, formatKobo(commaAmount.kobo))} {texts.onlyAmountsAreRead}
      </p>
    </Callout>
  );
}

function Filters({ source, progress }: { source: Import; progress: Progress }) {
  const { errors, warnings, repeats, rows } = progress.counts;
  const filters: [Filter, string, number][] = [
    ["problems", texts.problems, errors + warnings + repeats],
    ["error", texts.errors, errors],
    ["warning", texts.warnings, warnings],
    ["repeat", texts.duplicates, repeats],
    ...(progress.canListAll ? [["all", texts.allRows, rows] satisfies [Filter, string, number]] : []),
  ];
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{texts.show}</legend>
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
      {texts.errorFile}
    </Button>
  );
}

/** Calls `onNext` when N is pressed outside fields and dialogs, unless the user switched shortcuts off. Dashboard 5.6, 5.12. */
function useNextKey(onNext: () => void): { isOn: boolean } {
  const [isOn] = useShortcutsPreference();
  useShortcuts({ n: onNext, "Shift+n": onNext });
  return { isOn };
}
