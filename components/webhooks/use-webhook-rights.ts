"use client";

import { useSession } from "../../lib/api/session-provider.tsx";
import { can } from "../../lib/permissions.ts";
import { texts } from "./texts.ts";

/** Why this user cannot change, test or replay anything here; `null` if they can. Dashboard 2.1. */
export function useWebhookBlock(): string | null {
  const session = useSession();
  if (can(session, "MANAGE_WEBHOOKS")) return null;
  return texts.yourRoleRoleCan(session.role);
}
