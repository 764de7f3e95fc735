import { useId } from "react";
import type { PayoutDetails } from "../../contract/payout-records.ts";
import { classNames } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { When } from "../ui/when.tsx";
import { payoutStates, stepWords } from "./payout-states.ts";
import { texts } from "./texts.ts";

const tints = {
  ok: "bg-ok-tint text-ok",
  info: "bg-info-tint text-info",
  wait: "bg-wait-tint text-wait",
  bad: "bg-bad-tint text-bad",
  mute: "bg-mute-tint text-mute",
  ice: "bg-ice-tint text-ice",
};

/** The states of a payout, oldest first, and the next automatic check. */
export function PayoutTimeline({ payout }: { payout: PayoutDetails }) {
  const id = useId();
  const next = nextCheckOf(payout);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold text-md">
        {texts.timeline}
      </h2>
      <ol>
        {payout.timeline.map((step) => {
          const { tone, icon } = payoutStates[step.state];
          const details = [
            step.text,
            step.code !== null && texts.codeCode(step.code),
            step.actorName && texts.byActorName(step.actorName),
          ];
          return (
            <li key={`${step.at} ${step.state}`} className="flex items-start gap-3 py-1.5">
              <span className={classNames("grid size-6 shrink-0 place-items-center rounded-full", tints[tone])}>
                <Icon of={icon} size={12} />
              </span>
              <p className="min-w-0 flex-1 break-words pt-0.5">
                <strong className="font-medium">{stepWords[step.state]}</strong>{" "}
                <span className="text-fg-2">{details.filter(Boolean).join(" · ")}</span>
              </p>
              <span className="shrink-0 pt-0.5 text-fg-2">
                <When at={step.at} />
              </span>
            </li>
          );
        })}
        {next && (
          <li className="flex items-start gap-3 py-1.5 text-fg-2">
            <span className={classNames("grid size-6 shrink-0 place-items-center rounded-full", tints.mute)}>
              <Icon of={payoutStates.held.icon} size={12} />
            </span>
            <p className="min-w-0 flex-1 pt-0.5">{texts.nextAutomaticCheckWith}</p>
            <span className="shrink-0 pt-0.5">
              <When at={next} />
            </span>
          </li>
        )}
      </ol>
    </section>
  );
}

function nextCheckOf({ state, attempts }: PayoutDetails): string | null {
  if (state !== "unknown" && state !== "processing") return null;
  return attempts.at(-1)?.nextQueryAt ?? null;
}
