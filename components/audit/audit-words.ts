import type { AuditLine } from "../../lib/api/audit.ts";

/** What actions are about; each takes in all of them. */
export const AREAS = [
  { value: "wallet", label: "Wallets" },
  { value: "customer", label: "Customers" },
  { value: "identity", label: "Identity checks" },
  { value: "transfer", label: "Transfers" },
  { value: "approval", label: "Approvals" },
  { value: "batch", label: "Batches" },
  { value: "transactions", label: "Statements" },
  { value: "webhook", label: "Webhooks" },
  { value: "merchant", label: "Account and settings" },
  { value: "keys", label: "Keys" },
  { value: "member", label: "Members" },
  { value: "invitation", label: "Invitations" },
  { value: "role", label: "Roles" },
  { value: "session", label: "Sign-ins" },
  { value: "two_factor", label: "Two-factor" },
  { value: "user", label: "Passwords" },
  { value: "audit_log", label: "This log" },
] as const;

/** `wallet.set_pin` is "Wallet: set pin". Actions are the service's words; new ones read well without being listed here. */
export function actionText(action: string): string {
  const [noun = "", verb = ""] = action.split(".");
  return `${sentence(noun)}: ${words(verb)}`;
}

const actorKinds: Record<AuditLine["actor"]["kind"], string> = {
  member: "Member",
  key: "Private key",
  customer: "Customer",
  job: "The service",
  platform: "The platform",
};

export function actorKindText(kind: AuditLine["actor"]["kind"]): string {
  return actorKinds[kind];
}

/** `approvalLimit` and `approval_limit` are "Approval limit". */
export function factName(name: string): string {
  return sentence(name.replace(/([a-z])([A-Z])/g, "$1 $2"));
}

/** The page where the thing stands now, if there is one. */
export function objectHref({ kind, id }: AuditLine["object"]): string | null {
  const here = encodeURIComponent(id);
  if (kind === "customer") return `/wallets/${here}`;
  if (kind === "approval") return `/approvals/${here}`;
  if (kind === "member" || kind === "invitation") return "/settings/team";
  if (kind === "role") return "/settings/roles";
  if (kind === "key") return "/settings/keys";
  if (kind === "merchant") return "/settings/account";
  return null;
}

function words(text: string): string {
  return text.replaceAll("_", " ").toLowerCase();
}

function sentence(text: string): string {
  const plain = words(text);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
