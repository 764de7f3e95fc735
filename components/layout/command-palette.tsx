"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { useWalletLookup, type WalletLookup } from "../wallets/use-wallet-lookup.ts";
import { type PaletteRow, usePaletteGroups } from "./palette-rows.ts";

type CommandPaletteProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Search from anywhere: an account number or customer ID goes at once, Enter opens it. Dashboard 5.1. */
export function CommandPalette({ isOpen, onOpenChange }: CommandPaletteProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[max(12vh,calc(var(--bar)+8px))] left-1/2 z-50 w-[min(600px,calc(100vw-16px))] -translate-x-1/2 animate-fade overflow-hidden rounded-panel border bg-panel shadow-lift outline-none"
        >
          <div aria-hidden className="h-[var(--edge)] bg-sandbox" />
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          <PaletteBody onDone={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState("");
  const lookup = useWalletLookup(text);
  const groups = usePaletteGroups(text, lookup);
  const rows = groups.flatMap((group) => group.rows);
  const [chosen, setChosen] = useChosen(rows, text);
  const say = sentence(lookup, text, rows.length);
  return (
    <Command label="Search" shouldFilter={false} loop value={chosen} onValueChange={setChosen}>
      <div className="flex h-12 items-center gap-3 border-b px-4">
        <Icon of={Search} className="text-fg-3" />
        <Command.Input
          value={text}
          onValueChange={setText}
          autoComplete="off"
          placeholder="Account number, customer ID or action"
          className="h-full min-w-0 flex-1 bg-transparent text-md outline-none focus-visible:outline-none"
        />
        <Kbd>Esc</Kbd>
      </div>
      {/* Spoken as well, so it stays in place when there is nothing to say. */}
      <p role="status" className={say === "" ? "sr-only" : "border-b px-4 py-3 text-fg-2"}>
        {say}
      </p>
      <Command.List label="Results" className="scroll-thin max-h-[min(360px,50vh)] overflow-y-auto p-2">
        {groups.map(({ heading, rows }) => (
          <Command.Group
            key={heading}
            heading={heading}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-fg-2 [&_[cmdk-group-heading]]:text-xs"
          >
            {rows.map((row) => (
              <Row key={row.id} row={row} onDone={onDone} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

function Row({ row, onDone }: { row: PaletteRow; onDone: () => void }) {
  const run = () => {
    onDone();
    row.run();
  };
  return (
    <Command.Item
      value={row.id}
      onSelect={run}
      className="flex h-10 cursor-pointer items-center gap-3 rounded-chip px-2 data-[selected=true]:bg-mute-tint max-md:h-11"
    >
      <Icon of={row.icon} className="text-fg-3" />
      <span className="trim flex-1 font-medium">{row.text}</span>
      {row.note && <span className="text-fg-2 text-id tabular-nums">{row.note}</span>}
    </Command.Item>
  );
}

/** The row that Enter opens: the person's choice while it is there, else the first; a new text starts at the first again. */
function useChosen(rows: PaletteRow[], text: string): [string, (id: string) => void] {
  const [choice, setChoice] = useState({ id: "", text: "" });
  const first = rows[0]?.id ?? "";
  const isThere = choice.text === text && rows.some((row) => row.id === choice.id);
  const chosen = isThere ? choice.id : first;
  // What was found overtakes a row that only happened to be first before.
  useEffect(() => {
    if (first.startsWith("wallet-") || first === "merchant-wallet") setChoice({ id: first, text });
  }, [first, text]);
  return [chosen, (id) => setChoice({ id, text })];
}

function sentence({ state, term }: WalletLookup, text: string, rows: number): string {
  if (state === "loading") return "Looking up…";
  if (state === "missing") return "No wallet of this account mode has this number or ID.";
  if (state === "failed") return "The lookup did not work. Try again.";
  if (term.kind === "identity")
    return "This looks like a BVN or NIN: it was not sent. An account number has ten digits.";
  if (term.kind === "phone")
    return "This looks like a phone number: it was not sent. Use an account number or customer ID.";
  if (text.trim() !== "" && rows === 0) return "Finds wallets by their ten-digit account number or by customer ID.";
  return "";
}
