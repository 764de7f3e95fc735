"use client";

import { EyeOff } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { texts } from "./texts.ts";

const SHOWN_MS = 30_000;

/** `isAsked`: revealed by its button, so the focus moves here. */
type SecretShownProps = { secret: string; label: string; onHide: (isAsked: boolean) => void };

/** A key or secret in clear text, for 30 s or until the window loses focus. Dashboard 5.11. */
export function SecretShown({ secret, label, onHide }: SecretShownProps) {
  const hide = useEffectEvent(onHide);
  useEffect(() => {
    const leave = () => hide(false);
    const timer = setTimeout(leave, SHOWN_MS);
    window.addEventListener("blur", leave);
    document.addEventListener("visibilitychange", leave);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("blur", leave);
      document.removeEventListener("visibilitychange", leave);
    };
  }, []);
  return (
    <div className="grid gap-3">
      <p role="status" className="flex items-start gap-2 rounded-control border bg-subtle px-3 py-2">
        <span className="min-w-0 flex-1 select-all break-all font-mono text-id">{secret}</span>
        <CopyButton value={secret} label={label} />
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-fg-2 text-xs">{texts.hiddenAgainAfter30}</p>
        <Button icon={EyeOff} onClick={() => onHide(true)}>
          {texts.hide}
        </Button>
      </div>
    </div>
  );
}
