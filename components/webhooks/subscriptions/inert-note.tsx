"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { webhookSettingsQuery } from "../../../lib/api/webhooks.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Callout } from "../../ui/callout.tsx";

/** Warns that the current mode sends nothing to subscriptions. Dashboard 2.2. */
export function InertNote({ className }: { className?: string }) {
  const settings = useQuery(webhookSettingsQuery(useSession())).data;
  if (settings?.webhookMode !== "LEGACY") return null;
  return (
    <Callout
      tone="wait"
      icon={TriangleAlert}
      title="It gets nothing in the present mode"
      className={className ?? ""}
      action={
        <ButtonLink size="small" href="/webhooks">
          Change the mode
        </ButtonLink>
      }
    >
      <p>Events go to the callback URL only. Tests still arrive.</p>
    </Callout>
  );
}
