import type { AuditLine } from "../../lib/api/audit.ts";

/** What actions are about; each takes in all of them. */
export const AREAS = [
  { value: "wallet", label: "Wallets" },
  { value: "customer", label: "Customers" },
  { value: "identity", label: "Identity checks" },
  { value: "transfer", label: "Transfers" },
  { value: "approval", label: "Approvals" },
  { value: "batch", label: "Batches" },
  { value: "wallet_import", label: "Uploads of customers" },
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

/** The page where the thing stands now, if there is one; what names a customer or a reference leads there. */
export function objectHref({ object, before, after }: Pick<AuditLine, "object" | "before" | "after">): string | null {
  const { kind, id } = object;
  const named = (name: string) => after?.[name] ?? before?.[name];
  const [reference, customerId] = [named("reference"), kind === "customer" ? id : named("customerId")];
  if ((kind === "transaction" || kind === "wallet") && typeof reference === "string") {
    return `/transfers/${encodeURIComponent(reference)}`;
  }
  if ((kind === "wallet" || kind === "customer") && typeof customerId === "string") {
    return `/wallets/${encodeURIComponent(customerId)}`;
  }
  const page = pages[kind];
  return page ? `${page}/${encodeURIComponent(id)}` : (places[kind] ?? null);
}

/** Where each has a page of its own. A batch of debits is found where those of credits are. */
const pages: Record<string, string> = {
  approval: "/approvals",
  batch: "/imports/credit",
  wallet_import: "/imports/create",
  subscription: "/webhooks",
  delivery: "/webhooks/deliveries",
};

const places: Record<string, string> = {
  settings: "/webhooks",
  member: "/settings/team",
  invitation: "/settings/team",
  role: "/settings/roles",
  key: "/settings/keys",
  merchant: "/settings/account",
};

function words(text: string): string {
  return text.replaceAll("_", " ").toLowerCase();
}

function sentence(text: string): string {
  const plain = words(text);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
