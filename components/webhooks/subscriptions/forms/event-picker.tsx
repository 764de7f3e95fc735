"use client";

import { useQuery } from "@tanstack/react-query";
import type { EventOrAll } from "../../../../contract/webhook-records.ts";
import { useSession } from "../../../../lib/api/session-provider.tsx";
import { type EventChoice, eventTypesQuery } from "../../../../lib/api/webhooks.ts";
import { LoadProblem } from "../../../layout/page/load-problem.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { texts } from "./texts.ts";

const EXPECTED = 15;

type EventPickerProps = {
  selected: readonly EventOrAll[];
  error?: string | undefined;
  onChange: (events: EventOrAll[]) => void;
};

/** Selects events. "All events" includes future ones, so it overrides the single ones. */
export function EventPicker({ selected, error, onChange }: EventPickerProps) {
  const read = useQuery(eventTypesQuery(useSession()));
  const isAll = selected.includes("*");
  const toggle = (type: EventOrAll, isOn: boolean) =>
    onChange(isOn ? [...selected, type] : selected.filter((one) => one !== type));
  if (read.isError)
    return <LoadProblem what={texts.theEvents} error={read.error} onRetry={() => void read.refetch()} />;
  const choices = read.data?.toSorted((a, b) => Number(b.type === "*") - Number(a.type === "*"));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">{texts.events}</legend>
      <div className="grid rounded-control border px-4">
        {choices
          ? choices.map((choice) => (
              <Choice
                key={choice.type}
                choice={choice}
                isOn={selected.includes(choice.type)}
                isCovered={isAll && choice.type !== "*"}
                onToggle={(isOn) => toggle(choice.type, isOn)}
              />
            ))
          : Array.from({ length: EXPECTED }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity.
              <Skeleton key={row} className="my-4 w-72" />
            ))}
      </div>
      {error && (
        <div className="mt-2">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}

type ChoiceProps = { choice: EventChoice; isOn: boolean; isCovered: boolean; onToggle: (isOn: boolean) => void };

function Choice({ choice: { type, description }, isOn, isCovered, onToggle }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 border-b py-1.5 last:border-b-0">
      <input
        type="checkbox"
        checked={isOn || isCovered}
        disabled={isCovered}
        onChange={({ target }) => onToggle(target.checked)}
        className="size-4 shrink-0 accent-fg"
      />
      <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[180px_minmax(0,1fr)] sm:items-center">
        <span className={type === "*" ? "font-medium" : "font-mono text-id"}>
          {type === "*" ? texts.allEvents : type}
        </span>
        <span className="text-fg-2">{type === "*" ? texts.alsoThoseThatAre : description}</span>
      </span>
    </label>
  );
}
