"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, LoaderCircle } from "lucide-react";
import { type KeyboardEvent, type Ref, useState } from "react";
import type { Bank } from "../../../contract/payout-records.ts";
import { banksQuery } from "../../../lib/api/payouts.ts";
import { problemText } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { ComboboxList, ComboboxOption, useCombobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Input } from "../../ui/input.tsx";
import { texts } from "./texts.ts";

const MOST = 8;

type BankFieldProps = {
  /** The six-digit code of the chosen bank; empty without one. */
  code: string;
  isTried: boolean;
  inputRef: Ref<HTMLInputElement>;
  onCode: (code: string) => void;
  /** A bank was chosen from the list. */
  onChosen: () => void;
};

/** Finds a bank by its name, its six-digit code or its CBN code. Rails 8. */
export function BankField({ code, isTried, inputRef, onCode, onChosen }: BankFieldProps) {
  const read = useQuery(banksQuery(useSession()));
  const banks = read.data ?? [];
  const chosen = banks.find((bank) => bank.code === code);
  // `undefined`: nothing was typed since a bank was chosen.
  const [typed, setTyped] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const text = typed ?? chosen?.name ?? code;
  const options = isOpen && typed !== undefined ? findBanks(banks, typed) : [];
  const combobox = useCombobox(text, options, codeOf);
  const choose = (bank: Bank) => {
    setTyped(undefined);
    setIsOpen(false);
    onCode(bank.code);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) {
      setIsOpen(false);
    } else if (event.key === "Enter" && combobox.active) {
      choose(combobox.active);
      onChosen();
    } else if (!combobox.moveBy(event.key)) return;
    event.preventDefault();
  };
  return (
    <Field label={texts.bank} error={isTried && code === "" ? texts.chooseABankFrom : undefined}>
      {(field) => (
        <div className="relative">
          <Input
            {...field}
            {...combobox.inputProps}
            ref={inputRef}
            placeholder={texts.nameOrCode}
            maxLength={80}
            value={text}
            onChange={({ target }) => {
              setTyped(target.value);
              setIsOpen(true);
              onCode("");
            }}
            onKeyDown={handleKey}
            onBlur={() => {
              setIsOpen(false);
              // A whole name or code needs no selection.
              const exact = typed === undefined ? undefined : findExact(banks, typed);
              if (exact) choose(exact);
            }}
            suffix={
              read.isLoading ? (
                <Icon of={LoaderCircle} className="animate-turn text-fg-3" />
              ) : (
                <span className="font-mono text-fg-3 text-id">{chosen?.code}</span>
              )
            }
          />
          {combobox.active && (
            <ComboboxList
              combobox={combobox}
              label={texts.banks}
              className="absolute top-[calc(var(--control)+4px)] right-0 left-0 z-20 max-h-72 rounded-control border bg-panel p-1 shadow-lift"
            >
              {options.map((bank) => (
                <ComboboxOption
                  key={bank.code}
                  combobox={combobox}
                  option={bank}
                  onChoose={(option) => {
                    choose(option);
                    onChosen();
                  }}
                  className="rounded-small"
                >
                  <span className="trim flex-1 font-medium">{bank.name}</span>
                  <span className="font-mono text-fg-2 text-id">{bank.code}</span>
                </ComboboxOption>
              ))}
            </ComboboxList>
          )}
          <BankCount count={isOpen && typed?.trim() && read.data ? options.length : undefined} />
          {read.isError && !read.data && (
            <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-bad text-xs">
              <Icon of={CircleAlert} size={14} />
              {texts.theListOfBanks(problemText(read.error))}
              <Button size="small" onClick={() => void read.refetch()}>
                {texts.tryAgain}
              </Button>
            </p>
          )}
        </div>
      )}
    </Field>
  );
}

/** How many banks have the typed text. It is seen only where none has it: in the place of the list, so that nothing moves. */
function BankCount({ count }: { count: number | undefined }) {
  const place = "absolute top-[calc(var(--control)+4px)] right-0 left-0 z-20 rounded-control border bg-panel px-3 py-2";
  return (
    <p role="status" className={count === 0 ? `${place} text-fg-2 text-xs shadow-lift` : "sr-only"}>
      {count === 0 ? texts.noBankHasThis : count !== undefined && texts.countBanksFound(count)}
    </p>
  );
}

const codeOf = ({ code }: Bank) => code;

/** Banks whose name has all the typed words, or whose code starts with the digits; names that start with the text come first. Pure. */
function findBanks(banks: readonly Bank[], typed: string): Bank[] {
  const text = typed.trim().toLowerCase();
  if (text === "") return [];
  if (/^\d+$/.test(text)) {
    return banks.filter(({ code, cbnCode }) => code.startsWith(text) || cbnCode === text).slice(0, MOST);
  }
  const words = text.split(/\s+/);
  const rank = ({ name }: Bank) => (name.toLowerCase().startsWith(text) ? 0 : 1);
  return banks
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
    .slice(0, MOST);
}

/** The only bank of this name or code: two code spaces overlap, so a code that names two banks names none. Rails 2. */
function findExact(banks: readonly Bank[], typed: string): Bank | undefined {
  const text = typed.trim().toLowerCase();
  const found = banks.filter(
    ({ name, code, cbnCode }) => name.toLowerCase() === text || code === text || cbnCode === text,
  );
  return found.length === 1 ? found[0] : undefined;
}
