import type { AuditLine } from "../../lib/api/audit.ts";
import { texts } from "./texts.ts";

/** Filter areas; each covers all actions of its noun. */
export const AREAS = [
  { value: "wallet", label: texts.wallets },
  { value: "wallets", label: texts.changesOfManyWallets },
  { value: "customer", label: texts.customers },
  { value: "identity", label: texts.identityChecks },
  { value: "transfer", label: texts.transfers },
  { value: "payout", label: texts.payouts },
  { value: "beneficiary", label: texts.savedBankAccounts },
  { value: "bank_credit", label: texts.incomingBankTransfers },
  { value: "card", label: texts.cards },
  { value: "card_setup", label: texts.setupOfCards },
  { value: "card_authorization", label: texts.cardPayments },
  { value: "reconciliation", label: texts.reconciliation },
  { value: "approval", label: texts.approvals },
  { value: "access_change", label: texts.changesToAccess },
  { value: "batch", label: texts.batches },
  { value: "wallet_import", label: texts.uploadsOfCustomers },
  { value: "transaction", label: texts.reversals },
  { value: "transactions", label: texts.statements },
  { value: "webhook", label: texts.webhooks },
  { value: "merchant", label: texts.accountAndSettings },
  { value: "document", label: texts.businessDocuments },
  { value: "keys", label: texts.keys },
  { value: "restricted_key", label: texts.restrictedKeys },
  { value: "member", label: texts.members },
  { value: "invitation", label: texts.invitations },
  { value: "role", label: texts.roles },
  { value: "session", label: texts.signIns },
  { value: "two_factor", label: texts.twoFactor },
  { value: "passkey", label: texts.passkeys },
  { value: "user", label: texts.passwords },
  { value: "platform", label: texts.platformCommands },
  { value: "saved_view", label: texts.savedViews },
  { value: "audit_log", label: texts.thisLog },
] as const;

/**
 * `session.open` becomes "Signed in". The service names the actions; a new one without a text here is readable too:
 * `wallet.close` becomes "Wallet: close".
 */
export function actionText(action: string): string {
  const known = texts.actions[action];
  if (known !== undefined) return known;
  const [noun = "", verb = ""] = action.split(".");
  return `${sentence(noun)}: ${words(verb)}`;
}

const actorKinds: Record<AuditLine["actor"]["kind"], string> = {
  member: texts.member,
  key: "Private key",
  customer: texts.customer,
  job: texts.theService,
  platform: texts.thePlatform,
};

export function actorKindText(kind: AuditLine["actor"]["kind"]): string {
  return actorKinds[kind];
}

/** `approvalLimit` and `approval_limit` become "Approval limit"; `vat` becomes "VAT". */
export function factName(name: string): string {
  return sentence(name.replace(/([a-z])([A-Z])/g, "$1 $2"));
}

/** The page of the entry's object, if it has one. Customers and references link to theirs. */
export function objectHref({ object, before, after }: Pick<AuditLine, "object" | "before" | "after">): string | null {
  const { kind, id } = object;
  const named = (name: string) => after?.[name] ?? before?.[name];
  const [reference, customerId] = [named("reference"), kind === "customer" ? id : named("customerId")];
  if ((kind === "transaction" || kind === "wallet") && typeof reference === "string") {
    return `/transactions/${encodeURIComponent(reference)}`;
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
  payout_batch: "/payouts/batches",
  subscription: "/webhooks",
  delivery: "/webhooks/deliveries",
};

const places: Record<string, string> = {
  settings: "/webhooks",
  member: "/settings/team",
  invitation: "/settings/team",
  payout: "/payouts",
  beneficiary: "/transactions/new?kind=bank",
  bank_credit: "/incoming",
  break: "/reconciliation",
  role: "/settings/roles",
  key: "/settings/keys",
  merchant: "/settings/account",
};

/** Words that are written in capitals. */
const CAPITALS = /\b(?:bvn|csv|id|ip|nin|nip|pdf|pin|url|vat)\b/g;

function words(text: string): string {
  return text
    .replaceAll("_", " ")
    .toLowerCase()
    .replace(CAPITALS, (word) => word.toUpperCase());
}

function sentence(text: string): string {
  const plain = words(text);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
