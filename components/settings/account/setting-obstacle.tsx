"use client";

import { Lock } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import { useOnline } from "../../layout/hooks/use-online.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { texts } from "./texts.ts";

/**
 * Why this user may not change the merchant's settings: `role` is permanent, `now` may also be a lost connection; `null` if nothing
 * prevents it. Dashboard 2.4.
 */
export function useSettingsObstacle({ isMainMerchantOnly = false } = {}): { role: string | null; now: string | null } {
  const session = useSession();
  const isOnline = useOnline();
  const role = obstacleOfRole(session, isMainMerchantOnly);
  return { role, now: role ?? (isOnline ? null : texts.youAreOffline) };
}

function obstacleOfRole(session: ReturnType<typeof useSession>, isMainMerchantOnly: boolean): string | null {
  if (!can(session, "UPDATE_MERCHANT_DETAIL")) {
    return texts.yourRoleRoleCan(session.role);
  }
  return isMainMerchantOnly && session.role !== "MainMerchant" ? texts.onlyAMainMerchantCan : null;
}

/** A reason as text, referenced by `aria-describedby`. */
export function Obstacle({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-fg-2 text-xs">
      <Icon of={Lock} size={12} className="mt-0.5" />
      <span>{children}</span>
    </p>
  );
}

/** The submit button of a settings form; if blocked, it gives the reason. */
export function SaveRow({
  isBusy,
  isMainMerchantOnly = false,
  children,
}: {
  isBusy: boolean;
  isMainMerchantOnly?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const { now: obstacle } = useSettingsObstacle({ isMainMerchantOnly });
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        type="submit"
        isBusy={isBusy}
        isBlocked={obstacle !== null}
        aria-describedby={obstacle === null ? undefined : id}
      >
        {children}
      </Button>
      {obstacle !== null && <Obstacle id={id}>{obstacle}</Obstacle>}
    </div>
  );
}
