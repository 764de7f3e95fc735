import { Lock } from "lucide-react";
import { type Permission, permissions } from "../../../contract/permissions.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { texts } from "./texts.ts";

/**
 * Shown for an area that this person may not open: names the missing permission and who can grant it. Dashboard 2.4.
 */
export function ForbiddenPage({ permission }: { permission?: Permission }) {
  return (
    <EmptyState
      icon={Lock}
      level="h1"
      title={texts.youMayNotOpen}
      action={<ButtonLink href="/">{texts.goToTheOverview}</ButtonLink>}
    >
      <p>
        {permission ? (
          <>
            {texts.itNeedsThePermission(permissions[permission])}
            <span className="font-mono text-id">{permission}</span>
            ).{" "}
          </>
        ) : null}
        {texts.yourMainMerchantOr}
      </p>
    </EmptyState>
  );
}
