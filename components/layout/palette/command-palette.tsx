"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useEffect, useState } from "react";
import { type Combobox, ComboboxList, ComboboxOption, useCombobox } from "../../ui/combobox.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useFocusReturn } from "../../ui/use-focus-return.ts";
import type { PaletteGroup, PaletteRow, UsePaletteResults } from "./palette-results.ts";
import { texts } from "./texts.ts";

/** What was typed while the palette's code loaded, and what had the focus before. */
export type EarlyTyping = { typed: string; opener: Element | null };
export type PaletteProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  early?: EarlyTyping | undefined;
  /** Called when the field takes the focus. */
  onReady?: () => void;
};
type CommandPaletteProps = PaletteProps & { useResults: UsePaletteResults };

/** Searches from every page: names while typing, exact numbers and IDs when complete. Enter opens the active row. Dashboard 5.1. */
export function CommandPalette({ isOpen, onOpenChange, early, onReady, useResults }: CommandPaletteProps) {
  const focus = useFocusReturn(fieldOf, early?.opener);
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed top-[max(12vh,calc(var(--bar)+8px))] left-1/2 z-50 w-[min(600px,calc(100vw-16px))] -translate-x-1/2 animate-rise overflow-hidden rounded-panel border bg-panel shadow-lift outline-none"
        >
          <div aria-hidden className="h-[var(--edge)] bg-sandbox" />
          <Dialog.Title className="sr-only">{texts.search}</Dialog.Title>
          <Palette
            useResults={useResults}
            typed={early?.typed ?? ""}
            onReady={onReady}
            onDone={() => onOpenChange(false)}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The field, with the cursor after what was typed before. */
function fieldOf(content: HTMLElement): HTMLElement | null {
  const input = content.querySelector("input");
  input?.setSelectionRange(input.value.length, input.value.length);
  return input;
}

type FieldProps = {
  useResults: UsePaletteResults;
  typed: string;
  onReady: (() => void) | undefined;
  onDone: () => void;
};

function Palette({ useResults, typed, onReady, onDone }: FieldProps) {
  const router = useRouter();
  const [text, setText] = useState(typed);
  useEffect(() => onReady?.(), [onReady]);
  const results = useResults(text, (href) => {
    onDone();
    router.push(href);
  });
  const groups = results.flatMap((result) => result.groups).filter(({ rows }) => rows.length > 0);
  const rows = groups.flatMap((group) => group.rows);
  const combobox = useCombobox(text, rows, idOf);
  const { active } = combobox;
  const run = (row: PaletteRow) => {
    onDone();
    row.run();
  };
  const openWhenFound = results.find((result) => result.openWhenFound)?.openWhenFound;
  const handleKey = (event: KeyboardEvent) => {
    if (combobox.moveBy(event.key)) return event.preventDefault();
    if (event.key !== "Enter") return;
    if (openWhenFound) openWhenFound();
    else if (active) run(active);
    else return;
    event.preventDefault();
  };
  const hint = text.trim() !== "" && rows.length === 0 ? results.find((result) => result.hint)?.hint : undefined;
  const status = results.find((result) => result.status)?.status ?? hint ?? "";
  return (
    <>
      <div className="flex h-12 items-center gap-3 border-b px-4">
        <Icon of={Search} className="text-fg-3" />
        <input
          {...combobox.inputProps}
          aria-label={texts.search}
          placeholder={texts.namePhoneNumberId}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
          className="h-full min-w-0 flex-1 bg-transparent text-md outline-none focus-visible:outline-none"
        />
        <Kbd>{texts.esc}</Kbd>
      </div>
      {/* A live region must exist before its text does. */}
      <p role="status" className={status === "" ? "sr-only" : "border-b px-4 py-3 text-fg-2"}>
        {status}
      </p>
      <Results combobox={combobox} groups={groups} onRun={run} />
    </>
  );
}

const idOf = (row: PaletteRow) => row.id;

type ResultsProps = { combobox: Combobox<PaletteRow>; groups: PaletteGroup[]; onRun: (row: PaletteRow) => void };

function Results({ combobox, groups, onRun }: ResultsProps) {
  return (
    <ComboboxList combobox={combobox} label={texts.results} className="max-h-[min(360px,50vh)] p-2 empty:p-0">
      {groups.map(({ heading, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box cannot contain a fieldset.
        <div key={heading} role="group" aria-label={heading}>
          <div aria-hidden className="px-2 py-1.5 text-fg-2 text-xs">
            {heading}
          </div>
          {rows.map((row) => (
            <ComboboxOption key={row.id} combobox={combobox} option={row} onChoose={onRun} className="rounded-chip">
              <Icon of={row.icon} className="text-fg-3" />
              <span className="trim flex-1 font-medium">{row.text}</span>
              {row.note && <span className="text-fg-2 text-id tabular-nums">{row.note}</span>}
            </ComboboxOption>
          ))}
        </div>
      ))}
    </ComboboxList>
  );
}
