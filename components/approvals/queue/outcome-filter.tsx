"use client";

import { RadioChips } from "../../ui/radio-chips.tsx";
import { statusLooks } from "../approval-texts.ts";
import { OUTCOMES, type Outcome } from "./use-approvals-view.ts";

const words = OUTCOMES.map((outcome) => statusLooks[outcome].word);

/** The outcome to list: the service lists one outcome at a time. */
export function OutcomeFilter({ value, onChange }: { value: Outcome; onChange: (outcome: Outcome) => void }) {
  const outcomeOf = (word: string) => OUTCOMES.find((outcome) => statusLooks[outcome].word === word);
  return (
    <div className="py-4">
      <RadioChips
        legend="Outcome"
        options={words}
        control={(word) => ({
          name: "outcome",
          checked: statusLooks[value].word === word,
          onChange: () => {
            const outcome = outcomeOf(word);
            if (outcome) onChange(outcome);
          },
        })}
      />
    </div>
  );
}
