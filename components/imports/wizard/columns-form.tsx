"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ImportKind, Mapping, Unit } from "../../../lib/import/rows/columns.ts";
import type { OpenedFile } from "../../../lib/import/worker/worker-messages.ts";
import { Button } from "../../ui/button.tsx";
import { Field, FieldError } from "../../ui/field.tsx";
import { RadioChips } from "../../ui/radio-chips.tsx";
import { Select } from "../../ui/select.tsx";
import { texts } from "./texts.ts";

type ColumnsFormProps = {
  kind: ImportKind;
  opened: OpenedFile;
  /** Whether to ask for the columns as well as the unit. */
  hasColumns: boolean;
  mapping: Mapping;
  unit: Unit | null;
  onCheck: (mapping: Mapping, unit: Unit | null) => void;
};

const UNITS: Record<string, Unit> = { "Naira (1,500.50)": "naira", "Kobo (150050)": "kobo" };

/** Asks for the column mapping and the unit of amounts where the file does not name them. Neither has a default. */
export function ColumnsForm({ kind, opened, hasColumns, mapping: guessed, unit: known, onCheck }: ColumnsFormProps) {
  const [mapping, setMapping] = useState(guessed);
  const [unit, setUnit] = useState(known);
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const lacking = opened.needed.filter((group) => group.every((column) => mapping[column] === undefined));
  const isMoney = kind !== "create";
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select")?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (lacking.length === 0 && (!isMoney || unit !== null)) onCheck(mapping, unit);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-6 grid max-w-form gap-6">
      {isMoney && (
        <div className="grid gap-2">
          <RadioChips
            legend={texts.amountsAreIn}
            options={Object.keys(UNITS)}
            control={(option) => ({
              name: "unit",
              checked: UNITS[option] === unit,
              onChange: () => setUnit(UNITS[option] ?? null),
            })}
          />
          {isTried && unit === null && <FieldError>{texts.chooseWhatTheAmounts}</FieldError>}
          <p className="text-fg-3 text-xs">{texts.n1500InNaira}</p>
        </div>
      )}
      {hasColumns && (
        <fieldset className="grid gap-4">
          <legend className="mb-3 font-semibold text-md">{texts.whichColumnIsWhich}</legend>
          {opened.columns.map((column) => (
            <Field key={column} label={column}>
              {(field) => (
                <Select
                  {...field}
                  none={texts.notInThisFile}
                  value={String(mapping[column] ?? "")}
                  options={opened.header.map((name, index) => ({
                    value: String(index),
                    label: name === "" ? texts.columnIndex(index + 1) : name,
                  }))}
                  onValue={(value) => setMapping(withColumn(mapping, column, value))}
                />
              )}
            </Field>
          ))}
          {isTried &&
            lacking.map((group) => (
              <FieldError key={group.join()}>{texts.groupIsNeeded(group.join(texts.or))}</FieldError>
            ))}
        </fieldset>
      )}
      <div>
        <Button type="submit" variant="primary">
          {texts.checkTheRows}
        </Button>
      </div>
    </form>
  );
}

function withColumn(mapping: Mapping, column: string, place: string | null): Mapping {
  const { [column]: _, ...rest } = mapping;
  return place === null ? rest : { ...rest, [column]: Number(place) };
}
