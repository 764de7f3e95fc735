"use client";

import { useId } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { can } from "../../../lib/permissions.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { texts } from "./texts.ts";

/** Opens the wizard; blocked with the reason for users without the permission. */
export function NewImportButton() {
  const id = useId();
  const session = useSession();
  if (can(session, ["CREATE_CUSTOMER_WALLET", "WALLET_CREDIT_DEBIT"])) {
    return (
      <ButtonLink href="/imports/new" variant="primary">
        {texts.newImport}
      </ButtonLink>
    );
  }
  return (
    <div className="grid justify-items-end gap-1">
      <Button isBlocked aria-describedby={id}>
        {texts.newImport}
      </Button>
      <p id={id} className="text-fg-2 text-xs">
        {texts.yourRoleMayLook}
      </p>
    </div>
  );
}
