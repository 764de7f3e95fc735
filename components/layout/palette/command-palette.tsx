"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useId, useState } from "react";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useFocusReturn } from "../../ui/use-focus-return.ts";
import { useWalletLookup, type WalletLookup } from "../../wallets/list/use-wallet-lookup.ts";
import type { PaletteRow } from "./palette-row.ts";
import { type PaletteGroup, usePaletteGroups } from "./palette-rows.ts";
import { useWalletFinds, type WalletFinds } from "./use-wallet-finds.ts";

type CommandPaletteProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Search from anywhere: names are found as they are typed, exact numbers at once, Enter opens. Dashboard 5.1. */
export function CommandPalette({ isOpen, onOpenChange }: CommandPaletteProps) {
  const focus = useFocusReturn();
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
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <Palette onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * A combobox over a list box, written here: cmdk 1.1 leaves `aria-activedescendant` empty or stale when rows arrive later.
 * The active row follows from the text and the rows, so what is announced is what Enter opens.
 */
function Palette({ onDone }: { onDone: () => void }) {
  const listId = useId();
  const router = useRouter();
  const [text, setText] = useState("");
  const go = (href: string) => {
    onDone();
    router.push(href);
  };
  const lookup = useWalletLookup(text, go);
  const finds = useWalletFinds(text);
  const groups = usePaletteGroups(text, lookup, finds.wallets);
  const rows = groups.flatMap((group) => group.rows);
  const [active, setActive] = useActiveRow(rows, text);
  const run = (row: PaletteRow) => {
    onDone();
    row.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    const next = rowAfter(event.key, rows, active);
    if (next) setActive(next);
    else if (event.key === "Enter" && lookup.state === "loading") lookup.openWhenFound();
    else if (event.key === "Enter" && active) run(active);
    else return;
    event.preventDefault();
  };
  const say = sentence({ lookup, finds, text, rows: rows.length });
  return (
    <>
      <div className="flex h-12 items-center gap-3 border-b px-4">
        <Icon of={Search} className="text-fg-3" />
        <input
          role="combobox"
          aria-label="Search"
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && rowId(listId, active)}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder="Name, phone, number, ID or action"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
          className="h-full min-w-0 flex-1 bg-transparent text-md outline-none focus-visible:outline-none"
        />
        <Kbd>Esc</Kbd>
      </div>
      {/* Spoken as well, so it stays in place when there is nothing to say. */}
      <p role="status" className={say === "" ? "sr-only" : "border-b px-4 py-3 text-fg-2"}>
        {say}
      </p>
      <Results listId={listId} groups={groups} active={active} onPoint={setActive} onRun={run} />
    </>
  );
}

type ResultsProps = {
  listId: string;
  groups: PaletteGroup[];
  active: PaletteRow | undefined;
  onPoint: (row: PaletteRow) => void;
  onRun: (row: PaletteRow) => void;
};

function Results({ listId, groups, active, onPoint, onRun }: ResultsProps) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Results"
      className="scroll-thin max-h-[min(360px,50vh)] overflow-y-auto p-2 empty:p-0"
    >
      {groups.map(({ heading, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no child of a list box.
        <div key={heading} role="group" aria-label={heading}>
          <div aria-hidden className="px-2 py-1.5 text-fg-2 text-xs">
            {heading}
          </div>
          {rows.map((row) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and takes the keys.
            <div
              key={row.id}
              id={rowId(listId, row)}
              ref={row.id === active?.id ? keepInView : null}
              role="option"
              tabIndex={-1}
              aria-selected={row.id === active?.id}
              onPointerMove={() => onPoint(row)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onRun(row)}
              className={classNames(
                "flex h-10 cursor-pointer items-center gap-3 rounded-chip px-2 max-md:h-11",
                row.id === active?.id && "bg-mute-tint",
              )}
            >
              <Icon of={row.icon} className="text-fg-3" />
              <span className="trim flex-1 font-medium">{row.text}</span>
              {row.note && <span className="text-fg-2 text-id tabular-nums">{row.note}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The person's choice while it is there, else the first row: a found wallet. A changed text forgets the choice. */
function useActiveRow(rows: PaletteRow[], text: string): [PaletteRow | undefined, (row: PaletteRow) => void] {
  const [choice, setChoice] = useState<{ id: string | undefined; text: string }>({ id: undefined, text });
  if (choice.text !== text) setChoice({ id: undefined, text });
  return [rows.find((row) => row.id === choice.id) ?? rows[0], (row) => setChoice({ id: row.id, text })];
}

function rowAfter(key: string, rows: PaletteRow[], active: PaletteRow | undefined): PaletteRow | undefined {
  const at = rows.findIndex((row) => row.id === active?.id);
  if (key === "ArrowDown") return rows[(at + 1) % rows.length];
  if (key === "ArrowUp") return rows.at(at - 1);
  return undefined;
}

function rowId(listId: string, row: PaletteRow): string {
  return `${listId}-${row.id}`;
}

function keepInView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: "nearest" });
}

type Said = { lookup: WalletLookup; finds: WalletFinds; text: string; rows: number };

function sentence({ lookup: { state, term }, finds, text, rows }: Said): string {
  if (state === "loading" || finds.state === "loading") return "Looking up…";
  if (state === "missing") return "No wallet of this account mode has this number or ID.";
  if (state === "failed" || finds.state === "failed") return "The lookup did not work. Try again.";
  if (term.kind === "identity")
    return "This looks like a BVN or NIN: it was not sent. An account number has ten digits.";
  if (finds.state === "found")
    return finds.wallets.length === 0 ? "No wallet of this account mode is found by this." : "";
  if (text.trim() !== "" && rows === 0) return "Finds wallets by name, phone, e-mail, account number or customer ID.";
  return "";
}
