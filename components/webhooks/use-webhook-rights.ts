"use client";

import { useSession } from "../../lib/api/session-provider.tsx";
import { can } from "../../lib/permissions.ts";

/** Why this user cannot change, test or replay anything here; `null` if they can. Dashboard 2.1. */
export function useWebhookBlock(): string | null {
  const session = useSession();
  if (can(session, "MANAGE_WEBHOOKS")) return null;
  return `Your role (${session.role}) can see webhooks but not change, test or replay them. Ask the main merchant or an admin.`;
}
