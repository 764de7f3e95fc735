import { holdsPermission, type Permission } from "../contract/permissions.ts";

/** What the browser knows of the person signed in. Never a token. Dashboard 3. */
export type Session = {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  role: string;
  permissions: readonly Permission[];
  merchantId: string;
  merchantName: string;
  mode: "SANDBOX" | "PRODUCTION";
};

/** Whether to show an action as possible; the service decides again on every call. `null` needs only a session. */
export function can(session: Session, permission: Permission | readonly Permission[] | null): boolean {
  return holdsPermission(session.permissions, permission);
}
