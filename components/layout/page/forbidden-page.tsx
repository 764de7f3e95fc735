import { Lock } from "lucide-react";
import { type Permission, permissions } from "../../../contract/permissions.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/**
 * Shown for an area that this person may not open: names the missing permission and who can grant it. Dashboard 2.4.
 */
export function ForbiddenPage({ permission }: { permission?: Permission }) {
  return (
    <EmptyState
      icon={Lock}
      level="h1"
      title="You may not open this page"
      action={<ButtonLink href="/">Go to the overview</ButtonLink>}
    >
      <p>
        {permission ? (
          <>
            It needs the permission “{permissions[permission]}” (<span className="font-mono text-id">{permission}</span>
            ).{" "}
          </>
        ) : null}
        Your main merchant or an admin can give it to your role.
      </p>
    </EmptyState>
  );
}
