import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

export type Tone = "ok" | "info" | "wait" | "bad" | "mute" | "ice";

const tones: Record<Tone, string> = {
  ok: "bg-ok-tint text-ok",
  info: "bg-info-tint text-info",
  wait: "bg-wait-tint text-wait",
  bad: "bg-bad-tint text-bad",
  mute: "bg-mute-tint text-mute",
  ice: "bg-ice-tint text-ice",
};

type ChipProps = {
  tone: Tone;
  icon?: LucideIcon;
  /** On narrow containers only the icon is visible; screen readers still read the text. */
  isShortOnPhone?: boolean;
  children: ReactNode;
};

/** A status with icon, text and tint. */
export function Chip({ tone, icon, isShortOnPhone = false, children }: ChipProps) {
  return (
    <span
      className={classNames(
        "inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-chip pr-[7px] align-middle font-medium text-xs tabular-nums",
        icon ? "pl-[5px]" : "pl-[7px]",
        isShortOnPhone && "@max-[560px]:px-1",
        tones[tone],
      )}
    >
      {icon && <Icon of={icon} size={12} />}
      <span className={isShortOnPhone ? "@max-[560px]:sr-only" : undefined}>{children}</span>
    </span>
  );
}
