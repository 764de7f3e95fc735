"use client";

import { Lock } from "lucide-react";
import { useSession } from "../../lib/api/session-provider.tsx";
import { can } from "../../lib/permissions.ts";
import { Icon } from "../ui/icon.tsx";

/** Why this person may not change the merchant's settings; `null` when they may. Dashboard 2.4. */
export function useSettingsObstacle(): string | null {
  const session = useSession();
  if (can(session, "UPDATE_MERCHANT_DETAIL")) return null;
  return `Your role (${session.role}) can see the settings but not change them. Ask the main merchant or an admin.`;
}

/** A reason in text, for what `aria-describedby` names. */
export function Obstacle({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs">
      <Icon of={Lock} size={12} className="mt-0.5" />
      <span>{children}</span>
    </p>
  );
}
