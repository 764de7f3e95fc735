"use client";

import { CircleAlert, LoaderCircle } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Input } from "../ui/input.tsx";
import { PartyCard } from "./party-card.tsx";
import type { Party } from "./use-party.ts";

type PartyFieldProps = {
  label: "From" | "To";
  text: string;
  party: Party;
  /** Somebody wants to go on: what is missing is said. */
  isTried: boolean;
  onText: (text: string) => void;
};

/** Takes an account number or customer ID and becomes a card with the name; "Change" makes it a field again. */
export function PartyField({ label, text, party, isTried, onText }: PartyFieldProps) {
  const [isEditing, setIsEditing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  // What is known before a person types here opens as a card at once.
  const isCard = party.state === "found" && !isEditing;
  const hadFocus = useRef(false);
  useEffect(() => {
    // The field that had the focus is gone: it stays on what took its place.
    if (isCard && hadFocus.current) change.current?.focus();
    hadFocus.current = false;
  }, [isCard]);
  if (isCard) {
    return (
      <fieldset className="grid min-w-0 gap-1.5">
        <legend className="mb-1.5 font-medium">{label}</legend>
        <PartyCard
          wallet={party.wallet}
          side={label === "From" ? "from" : "to"}
          action={
            <Button
              ref={change}
              size="small"
              variant="quiet"
              aria-label={`Change ${label}`}
              onClick={() => {
                setIsEditing(true);
                requestAnimationFrame(() => input.current?.select());
              }}
            >
              Change
            </Button>
          }
        />
        <span role="status" className="sr-only">
          {label} {party.wallet.accountName}
        </span>
      </fieldset>
    );
  }
  return (
    <Field label={label} error={problemOf(party, text, isTried)}>
      {(field) => (
        <>
          <Input
            {...field}
            ref={input}
            placeholder="Account number or customer ID"
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            value={text}
            onFocus={() => {
              hadFocus.current = true;
            }}
            onBlur={() => {
              hadFocus.current = false;
              setIsEditing(false);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || party.state !== "found") return;
              hadFocus.current = true;
              setIsEditing(false);
            }}
            onChange={(event) => {
              hadFocus.current = true;
              setIsEditing(false);
              onText(event.target.value);
            }}
            suffix={party.state === "loading" && <Icon of={LoaderCircle} className="animate-turn text-fg-3" />}
          />
          {party.state === "failed" && (
            <p role="alert" className="flex flex-wrap items-center gap-2 text-bad text-xs">
              <Icon of={CircleAlert} size={14} />
              {party.message}
              <Button size="small" onClick={party.retry}>
                Try again
              </Button>
            </p>
          )}
        </>
      )}
    </Field>
  );
}

function problemOf(party: Party, text: string, isTried: boolean): string | undefined {
  if (party.state === "unfit" && (isTried || isLong(text))) return party.message;
  return party.state === "empty" && isTried ? "Enter an account number or a customer ID." : undefined;
}

/** While somebody is still typing the first digits there is nothing wrong with them. */
function isLong(text: string): boolean {
  return text.trim().length >= 10 || /[^\d\s-]/.test(text.trim().slice(0, 3));
}
