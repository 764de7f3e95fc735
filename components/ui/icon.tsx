import type { LucideIcon } from "lucide-react";
import { classNames } from "./class-names.ts";

type IconProps = { of: LucideIcon; size?: 12 | 14 | 16 | 20; className?: string };

/** An icon next to text with the same meaning, so it is hidden from screen readers. */
export function Icon({ of: Picture, size = 16, className }: IconProps) {
  return <Picture aria-hidden size={size} strokeWidth={1.75} className={classNames("shrink-0", className)} />;
}
