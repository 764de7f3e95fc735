"use client";

import { Check, ChevronRight, X } from "lucide-react";
import { useRef } from "react";
import type { FirstStep, FirstSteps } from "../../../contract/preferences.ts";
import { useFrameFacts } from "../../../lib/api/frame-facts.ts";
import { useDismissSteps } from "../../../lib/api/preferences.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button, MiniButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { firstSteps } from "./first-steps.ts";
import { texts } from "./texts.ts";

/**
 * The first steps until each is done or dismissed. They come with the page's facts, so the page is rendered with them and nothing shifts.
 * Dashboard 2.5.
 */
export function FirstStepsSection() {
  const steps = useFrameFacts()?.firstSteps;
  return steps ? <Steps steps={steps} /> : null;
}

function Steps({ steps }: { steps: NonNullable<FirstSteps> }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const dismissing = useDismissSteps();
  const shown = steps.filter(({ isDismissed }) => !isDismissed);
  const open = shown.filter(({ isDone }) => !isDone);
  const done = shown.filter(({ isDone }) => isDone);
  const before = steps.filter(({ isDismissed }) => isDismissed).map(({ step }) => step);
  const dismiss = (more: readonly FirstStep[], title: string) => {
    if (dismissing.isPending) return;
    dismissing.mutate([...before, ...more], {
      onSuccess: () => {
        // The button goes with its step; the section itself goes with the last one.
        const next = more.length < open.length ? heading.current : document.getElementById("main");
        next?.focus();
        showToast({
          title,
          action: { label: texts.undo, alternative: texts.whereToShowAgain, run: () => dismissing.mutate(before) },
        });
      },
    });
  };
  return (
    <section aria-labelledby="steps" className="-mx-pad mt-6 border-t px-pad pt-5">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
        <h2 ref={heading} id="steps" tabIndex={-1} className="font-semibold text-md">
          {texts.firstSteps}{" "}
          <span className="font-normal text-fg-2 text-xs tabular-nums">
            {texts.doneOfAll(done.length, shown.length)}
          </span>
        </h2>
        <Button
          variant="quiet"
          size="small"
          isBusy={dismissing.isPending}
          onClick={() =>
            dismiss(
              shown.map(({ step }) => step),
              texts.allDismissed,
            )
          }
        >
          {texts.dismissAll}
        </Button>
      </div>
      <ul className="-mx-pad grid md:grid-cols-2">
        {open.map(({ step }) => (
          <OpenStep
            key={step}
            step={step}
            onDismiss={() => dismiss([step], texts.stepDismissed(firstSteps[step].title))}
          />
        ))}
      </ul>
      {done.length > 0 && <DoneSteps steps={done.map(({ step }) => step)} />}
      {dismissing.isError && <WriteProblem error={dismissing.error} />}
    </section>
  );
}

function OpenStep({ step, onDismiss }: { step: FirstStep; onDismiss: () => void }) {
  const { title, text, href } = firstSteps[step];
  return (
    <li className="flex items-start pr-pad hover:bg-subtle">
      <Link href={href} className="flex min-w-0 flex-1 items-start gap-3 py-3 pr-3 pl-pad outline-offset-[-2px]">
        <span className="grid size-6 shrink-0 place-items-center rounded-full bg-mute-tint text-mute">
          <Icon of={ChevronRight} size={14} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          <span className="block text-fg-2">{text}</span>
        </span>
      </Link>
      <MiniButton icon={X} aria-label={texts.dismiss(title)} className="mt-3" onClick={onDismiss} />
    </li>
  );
}

function DoneSteps({ steps }: { steps: readonly FirstStep[] }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 py-2 text-fg-2">
      <span>{texts.done}</span>
      {steps.map((step) => (
        <span key={step} className="inline-flex items-center gap-1">
          <Icon of={Check} size={14} className="text-ok" />
          {firstSteps[step].title}
        </span>
      ))}
    </p>
  );
}
