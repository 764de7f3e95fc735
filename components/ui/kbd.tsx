import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export function Kbd({ children, isBare }: { children: ReactNode; isBare?: boolean }) {
  return (
    <kbd
      className={classNames(
        "inline-flex h-5 min-w-5 items-center justify-center font-medium font-sans text-fg-2 text-xs",
        !isBare && "rounded-small border bg-panel px-1",
      )}
    >
      {children}
    </kbd>
  );
}
