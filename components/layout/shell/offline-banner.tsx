"use client";

import { WifiOff } from "lucide-react";
import { Icon } from "../../ui/icon.tsx";
import { useOnline } from "../hooks/use-online.ts";

/** Says what works offline and what does not. Dashboard 2.4. */
export function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 border-b bg-wait-tint px-pad py-2 font-medium text-wait">
          <Icon of={WifiOff} />
          You are offline. What you see is from before; nothing can be changed. What you typed is kept.
        </p>
      )}
    </div>
  );
}
