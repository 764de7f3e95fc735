"use client";

import { type FormEvent, useId, useState } from "react";
import type { Card } from "../../contract/cards.ts";
import { useSetCardControls } from "../../lib/api/cards.ts";
import { problemOfField } from "../../lib/api/service-error.ts";
import { WriteProblem } from "../layout/page/write-problem.tsx";
import { Button } from "../ui/button.tsx";
import { Field, FieldError } from "../ui/field.tsx";
import { Input, Textarea } from "../ui/input.tsx";
import { NairaField } from "../ui/naira-field.tsx";
import { Sheet, SheetBody, SheetFoot } from "../ui/overlay.tsx";
import { showToast } from "../ui/toast-store.ts";
import { type ControlsDraft, codesOf, draftOf, readControls } from "./control-rules.ts";
import { CARD_CHANNELS, type CardChannel, categoryWord, channelWord, countryName } from "./control-words.ts";
import { texts } from "./texts.ts";

const LIMITS = [
  { name: "perTransaction", label: texts.perTransaction, hint: texts.theLargestPayment },
  { name: "daily", label: texts.daily, hint: texts.eachDayInLagos },
  { name: "monthly", label: texts.monthly, hint: texts.eachMonthInLagos },
] as const;

type CardControlsSheetProps = { card: Card; isOpen: boolean; onClose: () => void };

/** Changes all limits and lists of a card together. What was typed stays after a failure. Cards 2. */
export function CardControlsSheet({ card, isOpen, onClose }: CardControlsSheetProps) {
  const save = useSetCardControls(card.id);
  const [typed, setTyped] = useState<Partial<ControlsDraft>>({});
  const [isTried, setIsTried] = useState(false);
  const draft = { ...draftOf(card.controls), ...typed };
  const read = readControls(draft);
  const problemOf = (name: keyof ControlsDraft) =>
    (isTried && "problems" in read ? read.problems[name] : undefined) ?? problemOfField(save.error, name);
  const change = (next: Partial<ControlsDraft>) => setTyped((was) => ({ ...was, ...next }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (save.isPending || !("body" in read)) return;
    save.mutate(read.body, {
      onSuccess: () => {
        onClose();
        setTyped({});
        setIsTried(false);
        showToast({ title: texts.limitsChanged });
      },
    });
  };
  return (
    <Sheet title={texts.changeLimits} description={texts.theyCountFromNow} isOpen={isOpen} onOpenChange={onClose}>
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <SheetBody>
          <p className="text-fg-2">{texts.theyCountFromNow}</p>
          {LIMITS.map(({ name, label, hint }) => (
            <NairaField
              key={name}
              label={label}
              hint={hint}
              none={texts.noLimit}
              text={draft[name]}
              problem={problemOf(name)}
              onText={(text) => change({ [name]: text })}
            />
          ))}
          <Channels
            chosen={draft.channels}
            problem={problemOf("channels")}
            onChoose={(channels) => change({ channels })}
          />
          <Field
            label={texts.categories}
            hint={wordsOf(draft.categories, categoryWord) ?? texts.categoryCodes}
            error={problemOf("categories")}
          >
            {(field) => (
              <Input
                {...field}
                autoComplete="off"
                maxLength={400}
                value={draft.categories}
                onChange={({ target }) => change({ categories: target.value })}
              />
            )}
          </Field>
          <Field
            label={texts.countries}
            hint={wordsOf(draft.countries, (code) => countryName(code) ?? code) ?? texts.countryCodes}
            error={problemOf("countries")}
          >
            {(field) => (
              <Input
                {...field}
                autoComplete="off"
                maxLength={250}
                value={draft.countries}
                onChange={({ target }) => change({ countries: target.value })}
              />
            )}
          </Field>
          <Field label={texts.merchants} hint={texts.oneMerchantInEachLine} error={problemOf("merchants")}>
            {(field) => (
              <Textarea
                {...field}
                rows={3}
                value={draft.merchants}
                onChange={({ target }) => change({ merchants: target.value })}
              />
            )}
          </Field>
          {save.isError && <WriteProblem title={texts.nothingChanged} error={save.error} />}
        </SheetBody>
        <SheetFoot>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            {texts.saveLimits}
          </Button>
        </SheetFoot>
      </form>
    </Sheet>
  );
}

/** What the typed codes mean, so that a slip is seen before saving. Null: nothing is typed. */
function wordsOf(text: string, word: (code: string) => string): string | null {
  const codes = codesOf(text);
  return codes.length === 0 ? null : texts.onlyThese(codes.map(word).join(", "));
}

type ChannelsProps = {
  chosen: readonly CardChannel[];
  problem: string | undefined;
  onChoose: (chosen: CardChannel[]) => void;
};

function Channels({ chosen, problem, onChoose }: ChannelsProps) {
  const id = useId();
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={problem ? id : undefined}>
      <legend className="mb-1 font-medium">{texts.channels}</legend>
      {CARD_CHANNELS.map((channel) => (
        <label key={channel} className="flex min-h-8 items-center gap-2.5 max-md:min-h-11">
          <input
            type="checkbox"
            checked={chosen.includes(channel)}
            onChange={({ target }) =>
              onChoose(CARD_CHANNELS.filter((one) => (one === channel ? target.checked : chosen.includes(one))))
            }
            className="size-4 accent-accent"
          />
          {channelWord(channel)}
        </label>
      ))}
      {problem && <FieldError id={id}>{problem}</FieldError>}
    </fieldset>
  );
}
