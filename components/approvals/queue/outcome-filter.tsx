"use client";

import { RadioChips } from "../../ui/radio-chips.tsx";
import { statusAppearances } from "../approval-texts.ts";
import { OUTCOMES, type Outcome } from "./use-approvals-view.ts";

const labels = OUTCOMES.map((outcome) => statusAppearances[outcome].word);

/** The outcome to list: the service lists one outcome at a time. */
export function OutcomeFilter({ value, onChange }: { value: Outcome; onChange: (outcome: Outcome) => void }) {
  const outcomeOf = (word: string) => OUTCOMES.find((outcome) => statusAppearances[outcome].word === word);
  return (
    <div className="py-4">
      <RadioChips
        legend="Outcome"
        options={labels}
        control={(word) => ({
          name: "outcome",
          checked: statusAppearances[value].word === word,
          onChange: () => {
            const outcome = outcomeOf(word);
            if (outcome) onChange(outcome);
          },
        })}
      />
    </div>
  );
}
