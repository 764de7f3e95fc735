"use client";

import { Switch } from "radix-ui";
import { classNames } from "../../ui/class-names.ts";

type ActiveSwitchProps = {
  label: string;
  isOn: boolean;
  /** Stays focusable; `describedBy` names the reason. */
  isBlocked: boolean;
  describedBy?: string | undefined;
  onChange: (isOn: boolean) => void;
};

export function ActiveSwitch({ label, isOn, isBlocked, describedBy, onChange }: ActiveSwitchProps) {
  return (
    <Switch.Root
      aria-label={label}
      aria-disabled={isBlocked || undefined}
      aria-describedby={describedBy}
      checked={isOn}
      onCheckedChange={(next) => isBlocked || onChange(next)}
      className={classNames(
        "relative z-10 inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-control-line bg-panel align-middle transition-colors duration-100 data-[state=checked]:border-fg data-[state=checked]:bg-fg",
        isBlocked && "cursor-not-allowed opacity-60",
      )}
    >
      <Switch.Thumb className="block size-4 translate-x-1 rounded-full bg-control-line transition-transform duration-100 data-[state=checked]:translate-x-[19px] data-[state=checked]:bg-panel" />
    </Switch.Root>
  );
}
