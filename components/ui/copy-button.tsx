"use client";

import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { MiniButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { texts } from "./texts.ts";

const SHOWN_MS = 1_500;
const words = { idle: "", copied: texts.copied, refused: texts.theBrowserDidNot };
const icons = { idle: Copy, copied: Check, refused: X };

/** Copies `value`; `label` names it, such as "account number". The result is shown and announced. */
export function CopyButton({ value, label, className }: { value: string; label: string; className?: string }) {
  const [state, setState] = useState<keyof typeof icons>("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState("copied");
    } catch {
      // Copying is forbidden or the page is not served over HTTPS, so a paste would insert something else.
      setState("refused");
    }
  };
  return (
    <>
      <MiniButton
        icon={icons[state]}
        aria-label={texts.copyLabel(label)}
        className={classNames(className, state === "refused" && "text-bad!")}
        onClick={() => void copy()}
      />
      <span role="status" className="sr-only">
        {words[state] && `${words[state]} ${label}`}
      </span>
    </>
  );
}
