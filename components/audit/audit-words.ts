import type { AuditLine } from "../../lib/api/audit.ts";

/** Filter areas; each covers all actions of its noun. */
export const AREAS = [
  { value: "wallet", label: "Wallets" },
  { value: "customer", label: "Customers" },
  { value: "identity", label: "Identity checks" },
  { value: "transfer", label: "Transfers" },
  { value: "payout", label: "Payouts" },
  { value: "beneficiary", label: "Saved bank accounts" },
  { value: "bank_credit", label: "Incoming bank transfers" },
  { value: "reconciliation", label: "Reconciliation" },
  { value: "approval", label: "Approvals" },
  { value: "access_change", label: "Changes to access" },
  { value: "batch", label: "Batches" },
  { value: "wallet_import", label: "Uploads of customers" },
  { value: "transactions", label: "Statements" },
  { value: "webhook", label: "Webhooks" },
  { value: "merchant", label: "Account and settings" },
  { value: "keys", label: "Keys" },
  { value: "restricted_key", label: "Restricted keys" },
  { value: "member", label: "Members" },
  { value: "invitation", label: "Invitations" },
  { value: "role", label: "Roles" },
  { value: "session", label: "Sign-ins" },
  { value: "two_factor", label: "Two-factor" },
  { value: "passkey", label: "Passkeys" },
  { value: "user", label: "Passwords" },
  { value: "platform", label: "Platform commands" },
  { value: "audit_log", label: "This log" },
] as const;

/**
 * `wallet.set_pin` becomes "Wallet: set pin". The service names the actions; new ones are readable without an entry
 * here.
 */
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

/** `approvalLimit` and `approval_limit` become "Approval limit". */
export function factName(name: string): string {
  return sentence(name.replace(/([a-z])([A-Z])/g, "$1 $2"));
}

/** The page of the entry's object, if it has one. Customers and references link to theirs. */
export function objectHref({ object, before, after }: Pick<AuditLine, "object" | "before" | "after">): string | null {
  const { kind, id } = object;
  const named = (name: string) => after?.[name] ?? before?.[name];
  const [reference, customerId] = [named("reference"), kind === "customer" ? id : named("customerId")];
  if ((kind === "transaction" || kind === "wallet") && typeof reference === "string") {
    return `/transfers/${encodeURIComponent(reference)}`;
  }
  if (kind === "payout" && typeof reference === "string") return `/payouts/${encodeURIComponent(reference)}`;
  if ((kind === "wallet" || kind === "customer") && typeof customerId === "string") {
    return `/wallets/${encodeURIComponent(customerId)}`;
  }
  const page = pages[kind];
  return page ? `${page}/${encodeURIComponent(id)}` : (places[kind] ?? null);
}

/** Objects with a page of their own. Debit batches are listed with credit batches. */
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
  payout: "/payouts",
  beneficiary: "/transfers/new?kind=bank",
  bank_credit: "/incoming",
  break: "/reconciliation",
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
