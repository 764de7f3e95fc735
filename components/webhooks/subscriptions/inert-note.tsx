"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { webhookSettingsQuery } from "../../../lib/api/webhooks.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Callout } from "../../ui/callout.tsx";
import { texts } from "./texts.ts";

/** Warns that the current mode sends nothing to subscriptions. Dashboard 2.2. */
export function InertNote({ className }: { className?: string }) {
  const settings = useQuery(webhookSettingsQuery(useSession())).data;
  if (settings?.webhookMode !== "LEGACY") return null;
  return (
    <Callout
      tone="wait"
      icon={TriangleAlert}
      title={texts.itGetsNothingIn}
      className={className ?? ""}
      action={
        <ButtonLink size="small" href="/webhooks">
          {texts.changeTheMode}
        </ButtonLink>
      }
    >
      <p>{texts.eventsGoToThe}</p>
    </Callout>
  );
}
