import { Check } from "lucide-react";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { STEPS, type Step } from "./wizard-texts.ts";

/** The steps and the current one; on a phone only the current one is visible. */
export function WizardSteps({ step }: { step: Step }) {
  const now = STEPS.indexOf(step);
  return (
    <ol aria-label="Steps" className="mt-5 flex items-center gap-2 md:gap-3">
      {STEPS.map((name, index) => (
        <li
          key={name}
          aria-current={index === now ? "step" : undefined}
          className={classNames(
            "flex items-center gap-2 whitespace-nowrap",
            index > 0 && "before:h-px before:w-4 before:bg-line md:before:mr-1 md:before:w-8",
            index === now ? "font-semibold text-fg" : "text-fg-2",
          )}
        >
          <span
            className={classNames(
              "inline-grid size-5 shrink-0 place-items-center rounded-full font-semibold text-xs tabular-nums",
              index < now ? "bg-ok-tint text-ok" : index === now ? "bg-fg text-panel" : "bg-mute-tint text-mute",
            )}
          >
            {index < now ? <Icon of={Check} size={12} /> : index + 1}
          </span>
          <span className={index === now ? "" : "max-md:sr-only"}>
            {name}
            {index < now && <span className="sr-only">, done</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
