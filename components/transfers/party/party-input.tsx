"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, LoaderCircle } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { walletQuery } from "../../../lib/api/wallets.ts";
import { useWalletSearch, type WalletSearch } from "../../layout/hooks/use-wallet-search.ts";
import { Button } from "../../ui/button.tsx";
import { useCombobox } from "../../ui/combobox.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Input } from "../../ui/input.tsx";
import { PartyOptions } from "./party-options.tsx";
import { texts } from "./texts.ts";
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
  const list = useOptions(text);
  const { search, combobox } = list;
  const isOpen = combobox.active !== undefined;
  const remember = useRemember();
  const choose = (wallet: Wallet) => {
    remember(wallet);
    onText(wallet.customerId);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") return isOpen ? list.close() : onCancel();
    if (event.key === "Enter" && combobox.active) choose(combobox.active);
    else if (!combobox.moveBy(event.key) && !(event.key === "Enter" && search.state === "loading")) return;
    event.preventDefault();
  };
  const isBusy = party.state === "loading" || search.state === "loading";
  return (
    <Field label={label} error={problemOf(party, text, isTried)}>
      {(field) => (
        <div className="relative grid gap-1.5">
          <Input
            {...field}
            ref={ref}
            {...combobox.inputProps}
            placeholder={texts.namePhoneAccountNumber}
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
          {isOpen && (
            <PartyOptions
              combobox={combobox}
              label={texts.walletsForLabel(label)}
              wallets={list.options}
              onChoose={choose}
            />
          )}
          <p role="status" className={search.wallets.length > 0 ? "sr-only" : "text-fg-2 text-xs empty:hidden"}>
            {statusText(search)}
          </p>
          {party.state === "failed" && <LookupFailed message={party.message} onRetry={party.retry} />}
        </div>
      )}
    </Field>
  );
}

/** The wallets to choose from. The list is empty after the field loses the focus, and after Escape until the text changes. */
function useOptions(text: string) {
  const search = useWalletSearch(text);
  const [isFocused, setIsFocused] = useState(false);
  const [closedFor, setClosedFor] = useState<string>();
  const options = isFocused && closedFor !== text ? search.wallets : [];
  const combobox = useCombobox(text, options, customerIdOf);
  return { search, options, combobox, setIsFocused, close: () => setClosedFor(text) };
}

const customerIdOf = ({ customerId }: Wallet) => customerId;

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
        {texts.tryAgain}
      </Button>
    </p>
  );
}

function statusText({ state, wallets }: WalletSearch): string {
  if (state === "failed") return texts.theLookupDidNot;
  if (state !== "found") return "";
  if (wallets.length === 0) return texts.noWalletOfThis;
  return wallets.length === 1 ? texts.n1WalletFound : texts.countWalletsFound(wallets.length);
}

function problemOf(party: Party, text: string, isTried: boolean): string | undefined {
  if (party.state === "unfit" && (isTried || isLong(text))) return party.message;
  if (!isTried) return undefined;
  if (party.state === "search") return texts.chooseOneOfThe;
  return party.state === "empty" ? texts.enterANamePhone : undefined;
}

/** Incomplete digits are not an error while the user is typing. */
function isLong(text: string): boolean {
  return text.trim().length >= 10;
}
