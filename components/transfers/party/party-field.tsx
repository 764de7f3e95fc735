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
  /** Where the focus goes when the field that has it becomes the card. */
  const focusTarget = useRef<"next" | "card" | null>(null);
  useEffect(() => {
    if (isCard && focusTarget.current === "card") change.current?.focus();
    // On to the next field: Enter on the card's button would take the party away again.
    if (isCard && focusTarget.current === "next" && change.current) focusNextInput(change.current);
    focusTarget.current = null;
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
        focusTarget.current = "next";
      }}
      onBlur={() => {
        focusTarget.current = null;
        setIsEditing(false);
      }}
      onCancel={() => {
        if (party.state !== "found") return;
        focusTarget.current = "card";
        setIsEditing(false);
      }}
      onText={(next) => {
        focusTarget.current = "next";
        setIsEditing(false);
        onText(next);
      }}
    />
  );
}

/** Moves the focus to the first input of the form after an element, or to the element itself where none follows. */
function focusNextInput(from: HTMLElement): void {
  const inputs = [...(from.closest("form")?.querySelectorAll<HTMLElement>("input:not(:disabled)") ?? [])];
  const next = inputs.find((input) => from.compareDocumentPosition(input) & Node.DOCUMENT_POSITION_FOLLOWING);
  (next ?? from).focus();
}
