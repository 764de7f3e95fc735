"use client";

import { Lock } from "lucide-react";
import { useId } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { refusalOf } from "../../../lib/permissions.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { texts } from "./texts.ts";

/** Links to the form; blocked with the reason for users who may not create wallets. Dashboard 2.4. */
export function CreateWalletLink() {
  const id = useId();
  const refusal = refusalOf(useSession(), "createWallet");
  if (refusal === null) {
    return (
      <ButtonLink href="/wallets/new" variant="primary">
        {texts.newWallet}
      </ButtonLink>
    );
  }
  return (
    <div className="flex flex-col gap-2 md:items-end">
      <Button icon={Lock} isBlocked aria-describedby={id}>
        {texts.newWallet}
      </Button>
      <p id={id} className="text-fg-2 text-xs">
        {refusal}
      </p>
    </div>
  );
}
