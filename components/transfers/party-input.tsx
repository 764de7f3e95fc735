"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, LoaderCircle } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useId, useState } from "react";
import type { Wallet } from "../../contract/wallets.ts";
import { useSession } from "../../lib/api/session-provider.tsx";
import { walletQuery } from "../../lib/api/wallets.ts";
import { useWalletFinds, type WalletFinds } from "../layout/palette/use-wallet-finds.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Input } from "../ui/input.tsx";
import { PartyOptions } from "./party-options.tsx";
import type { Party } from "./use-party.ts";

type PartyInputProps = Pick<ComponentProps<typeof Input>, "ref" | "onFocus" | "onBlur"> & {
  label: string;
  text: string;
  party: Party;
  isTried: boolean;
  onText: (text: string) => void;
  /** Restores the previous card. */
  onCancel: () => void;
};

/** A combobox: a name, phone or email lists wallets to select from; a complete number or ID needs no selection. Dashboard 5.7. */
export function PartyInput({ label, text, party, isTried, onText, onCancel, onFocus, onBlur, ref }: PartyInputProps) {
  const listId = useId();
  const list = useOptions(text);
  const { finds, options, active } = list;
  const remember = useRemember();
  const choose = (wallet: Wallet) => {
    remember(wallet);
    onText(wallet.customerId);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") return options.length > 0 ? list.close() : onCancel();
    if (event.key === "Enter" && active) choose(active);
    else if (!list.move(event.key) && !(event.key === "Enter" && finds.state === "loading")) return;
    event.preventDefault();
  };
  const isBusy = party.state === "loading" || finds.state === "loading";
  return (
    <Field label={label} error={problemOf(party, text, isTried)}>
      {(field) => (
        <div className="relative grid gap-1.5">
          <Input
            {...field}
            ref={ref}
            role="combobox"
            aria-expanded={options.length > 0}
            aria-controls={options.length > 0 ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={active && `${listId}-${active.customerId}`}
            placeholder="Name, phone, account number or ID"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            maxLength={80}
            value={text}
            onFocus={(event) => {
              list.setIsFocused(true);
              onFocus?.(event);
            }}
            onBlur={(event) => {
              list.setIsFocused(false);
              onBlur?.(event);
            }}
            onKeyDown={handleKey}
            onChange={(event) => onText(event.target.value)}
            suffix={isBusy && <Icon of={LoaderCircle} className="animate-turn text-fg-3" />}
          />
          {options.length > 0 && (
            <PartyOptions
              id={listId}
              label={`Wallets for ${label}`}
              wallets={options}
              active={active}
              onPoint={list.point}
              onChoose={choose}
            />
          )}
          <p role="status" className={finds.wallets.length > 0 ? "sr-only" : "text-fg-2 text-xs empty:hidden"}>
            {sentence(finds)}
          </p>
          {party.state === "failed" && <LookupFailed message={party.message} onRetry={party.retry} />}
        </div>
      )}
    </Field>
  );
}

/** The open list for a text: closed after blur or Escape. A changed text clears the active option. */
function useOptions(text: string) {
  const finds = useWalletFinds(text);
  const [isFocused, setIsFocused] = useState(false);
  const [closedFor, setClosedFor] = useState<string>();
  const [choice, setChoice] = useState({ id: "", text });
  const options = isFocused && closedFor !== text ? finds.wallets : [];
  const chosen = choice.text === text ? options.findIndex(({ customerId }) => customerId === choice.id) : -1;
  const at = Math.max(chosen, 0);
  const point = (wallet: Wallet) => setChoice({ id: wallet.customerId, text });
  return {
    finds,
    options,
    active: options[at],
    point,
    setIsFocused,
    close: () => setClosedFor(text),
    /** Returns whether the key navigates the list. */
    move(key: string): boolean {
      const next = { ArrowDown: options[(at + 1) % options.length], ArrowUp: options.at(at - 1) }[key];
      if (next) point(next);
      return next !== undefined;
    },
  };
}

/** Shows the list's data in the card while the wallet is read: `updatedAt: 1` makes it stale immediately. */
function useRemember() {
  const session = useSession();
  const queries = useQueryClient();
  return (wallet: Wallet) => {
    const { queryKey } = walletQuery(session, wallet.customerId);
    queries.setQueryData(queryKey, (known) => known ?? wallet, { updatedAt: 1 });
  };
}

function LookupFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-2 text-bad text-xs">
      <Icon of={CircleAlert} size={14} />
      {message}
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}

function sentence({ state, wallets }: WalletFinds): string {
  if (state === "failed") return "The lookup did not work. Change the text to try again.";
  if (state !== "found") return "";
  if (wallets.length === 0) return "No wallet of this account mode is found by this.";
  return wallets.length === 1 ? "1 wallet found." : `${wallets.length} wallets found.`;
}

function problemOf(party: Party, text: string, isTried: boolean): string | undefined {
  if (party.state === "unfit" && (isTried || isLong(text))) return party.message;
  if (!isTried) return undefined;
  if (party.state === "search") return "Choose one of the wallets found.";
  return party.state === "empty" ? "Enter a name, phone, account number or customer ID." : undefined;
}

/** Incomplete digits are not an error while the user is typing. */
function isLong(text: string): boolean {
  return text.trim().length >= 10;
}
