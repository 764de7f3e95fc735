"use client";

import { useId, useState } from "react";
import { Button } from "../ui/button.tsx";
import { DayInput } from "../ui/day-input.tsx";
import { Segments } from "./segments.tsx";
import { texts } from "./texts.ts";
import { fixedPeriod, PRESETS, type Preset, usePeriod } from "./use-period.ts";

const CHOICES = [...PRESETS, "days"] as const;
type Choice = (typeof CHOICES)[number];

/** The days shown: a preset that moves with the calendar, or two days of the member's choice. */
export function PeriodControl() {
  const { preset, setPreset } = usePeriod();
  const [isChoosing, setIsChoosing] = useState(false);
  const choose = (choice: Choice) => {
    setIsChoosing(choice === "days");
    if (choice !== "days") setPreset(choice);
  };
  const isFixed = isChoosing || preset === null;
  return (
    <div className="flex flex-wrap items-end gap-2 max-md:w-full print:hidden">
      <Segments
        name="period"
        legend={texts.period}
        options={CHOICES}
        label={nameOf}
        value={isFixed ? "days" : preset}
        onValue={choose}
      />
      {isFixed && <Days />}
    </div>
  );
}

function nameOf(choice: Choice): string {
  if (choice === "days") return texts.fixedDays;
  return choice === "month" ? texts.thisMonth : texts.lastDays(choice satisfies Preset);
}

function Days() {
  const { period, setDays } = usePeriod();
  const problemId = useId();
  const [typed, setTyped] = useState<{ startDate: string | null; endDate: string | null }>(period);
  const [isWrong, setIsWrong] = useState(false);
  const show = () => {
    const chosen = fixedPeriod(typed.startDate, typed.endDate);
    setIsWrong(!chosen);
    if (chosen) setDays(chosen);
  };
  return (
    <fieldset className="flex flex-wrap items-end gap-2 max-md:w-full">
      <legend className="sr-only">{texts.chooseTheDays}</legend>
      {(["startDate", "endDate"] as const).map((name) => (
        <DayInput
          key={name}
          label={name === "startDate" ? texts.from : texts.to}
          value={typed[name] ?? undefined}
          problemId={isWrong ? problemId : undefined}
          onDay={(day) => setTyped({ ...typed, [name]: day })}
        />
      ))}
      <Button onClick={show}>{texts.showTheseDays}</Button>
      {isWrong && (
        <p id={problemId} role="alert" className="w-full text-bad text-xs">
          {texts.chooseFirstAndLastDay}
        </p>
      )}
    </fieldset>
  );
}
