"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { MiniButton } from "./button.tsx";

const SHOWN_MS = 1_500;

/** Copies `value`; `label` names it: "account number". The tick is spoken, not only shown. */
export function CopyButton({ value, label, className }: { value: string; label: string; className?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <MiniButton
        icon={copied ? Check : Copy}
        aria-label={`Copy ${label}`}
        className={className ?? ""}
        onClick={() =>
          navigator.clipboard.writeText(value).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      />
      <span role="status" className="sr-only">
        {copied ? `Copied ${label}` : ""}
      </span>
    </>
  );
}
