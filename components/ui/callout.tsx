import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Tone } from "./chip.tsx";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

const tints: Record<Tone, string> = {
  ok: "bg-ok-tint [&_[data-strong]]:text-ok",
  info: "bg-info-tint [&_[data-strong]]:text-info",
  wait: "bg-wait-tint [&_[data-strong]]:text-wait",
  bad: "bg-bad-tint [&_[data-strong]]:text-bad",
  mute: "bg-mute-tint [&_[data-strong]]:text-mute",
  ice: "bg-ice-tint [&_[data-strong]]:text-ice",
};

type CalloutProps = {
  tone: Tone;
  icon: LucideIcon;
  title: ReactNode;
  /** `alert` interrupts the screen reader, for new errors. `status` is announced later, for information. */
  role?: "alert" | "status";
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
};

export function Callout({ tone, icon, title, role, action, className, children }: CalloutProps) {
  return (
    <div
      role={role}
      className={classNames(
        "flex flex-wrap items-start gap-x-3 gap-y-3 rounded-control px-4 py-3 md:flex-nowrap",
        tints[tone],
        className,
      )}
    >
      <span data-strong className="mt-0.5">
        <Icon of={icon} />
      </span>
      <div className="min-w-0 flex-1 space-y-0.5 break-words">
        <strong data-strong className="block font-semibold">
          {title}
        </strong>
        {children}
      </div>
      {action && <div className="flex w-full items-center self-center md:w-auto [&>*]:flex-1">{action}</div>}
    </div>
  );
}
