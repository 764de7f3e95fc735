"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PartyCard } from "./party-card.tsx";
import { PartyInput } from "./party-input.tsx";
import { type PartySide, sideLabels } from "./party-side.ts";
import { texts } from "./texts.ts";
import type { Party } from "./use-party.ts";

type PartyFieldProps = {
  side: PartySide;
  text: string;
  party: Party;
  /** The user tried to continue: report what is missing. */
  isTried: boolean;
  onText: (text: string) => void;
};

/** Takes a name, phone, account number or customer ID and becomes a card with the name; "Change" restores the field. */
export function PartyField({ side, text, party, isTried, onText }: PartyFieldProps) {
  const label = sideLabels[side];
  const [isEditing, setIsEditing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  // A party known from the start is shown as a card immediately.
  const isCard = party.state === "found" && !isEditing;
  const hadFocus = useRef(false);
  useEffect(() => {
    // The field that had the focus is gone: the focus moves to the card.
    if (isCard && hadFocus.current) change.current?.focus();
    hadFocus.current = false;
  }, [isCard]);
  if (isCard) {
    return (
      <fieldset className="grid min-w-0 gap-1.5">
        <legend className="mb-1.5 font-medium">{label}</legend>
        <PartyCard
          wallet={party.wallet}
          side={side}
          action={
            <Button
              ref={change}
              size="small"
              variant="quiet"
              aria-label={texts.changeLabel(label)}
              onClick={() => {
                setIsEditing(true);
                requestAnimationFrame(() => input.current?.select());
              }}
            >
              {texts.change}
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
    <PartyInput
      label={label}
      ref={input}
      text={text}
      party={party}
      isTried={isTried}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={() => {
        hadFocus.current = false;
        setIsEditing(false);
      }}
      onCancel={() => {
        if (party.state !== "found") return;
        hadFocus.current = true;
        setIsEditing(false);
      }}
      onText={(next) => {
        hadFocus.current = true;
        setIsEditing(false);
        onText(next);
      }}
    />
  );
}
