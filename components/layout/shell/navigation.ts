import {
  ArrowDownToLine,
  ArrowLeftRight,
  ChartColumn,
  Code,
  CreditCard,
  FileText,
  FileUp,
  House,
  Landmark,
  ListChecks,
  type LucideIcon,
  Scale,
  ScrollText,
  Settings,
  Stamp,
  Users,
  Vault,
  Wallet,
  Webhook,
} from "lucide-react";
import type { Permission } from "../../../contract/permissions.ts";
import { can, type Session } from "../../../lib/permissions.ts";
import { texts } from "./texts.ts";

export type Place = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Any one permission of a list is enough. */
  permission: Permission | readonly Permission[] | null;
  /** The count shown next to the name. */
  badge?: "approvals" | "failed-deliveries";
  /** Shown at the bottom, apart from the daily areas. */
  isBelow?: true;
};

/** All areas. An area that a person may not open is omitted; inside an area nothing is hidden. */
const places: readonly Place[] = [
  { href: "/", label: texts.overview, icon: House, permission: null },
  { href: "/insights", label: texts.insights, icon: ChartColumn, permission: "BROWSE_TRANSACTIONS" },
  { href: "/wallets", label: texts.wallets, icon: Wallet, permission: "BROWSE_CUSTOMER_WALLETS" },
  { href: "/wallets/merchant", label: texts.merchantWallet, icon: Vault, permission: "BROWSE_MERCHANT_WALLET" },
  { href: "/customers", label: texts.customers, icon: Users, permission: "BROWSE_CUSTOMERS" },
  {
    href: "/imports",
    label: texts.imports,
    icon: FileUp,
    permission: ["BROWSE_TRANSACTIONS", "BROWSE_CUSTOMER_WALLETS"],
  },
  { href: "/transactions", label: texts.transactions, icon: ArrowLeftRight, permission: "BROWSE_TRANSACTIONS" },
  { href: "/payouts", label: texts.payouts, icon: Landmark, permission: "BROWSE_TRANSACTIONS" },
  { href: "/cards", label: texts.cards, icon: CreditCard, permission: "BROWSE_CUSTOMER_WALLETS" },
  { href: "/incoming", label: texts.incoming, icon: ArrowDownToLine, permission: "BROWSE_TRANSACTIONS" },
  { href: "/approvals", label: texts.approvals, icon: Stamp, permission: "BROWSE_TRANSACTIONS", badge: "approvals" },
  {
    href: "/webhooks",
    label: texts.webhooks,
    icon: Webhook,
    permission: "BROWSE_WEBHOOKS",
    badge: "failed-deliveries",
  },
  { href: "/statements", label: texts.statements, icon: FileText, permission: "BROWSE_TRANSACTIONS" },
  { href: "/reconciliation", label: texts.reconciliation, icon: ListChecks, permission: "BROWSE_TRANSACTIONS" },
  { href: "/reconciliation/ledger", label: texts.ledger, icon: Scale, permission: "BROWSE_TRANSACTIONS" },
  { href: "/audit", label: texts.audit, icon: ScrollText, permission: "BROWSE_AUDIT_LOG", isBelow: true },
  { href: "/reference", label: texts.apiReference, icon: Code, permission: null, isBelow: true },
  { href: "/settings", label: texts.settings, icon: Settings, permission: null, isBelow: true },
];

export function placesFor(session: Session): Place[] {
  return places.filter(({ permission }) => can(session, permission));
}

/** Whether `path` belongs to the area at `href`. */
export function isIn(path: string, href: string): boolean {
  return href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
}

/** The area that `path` belongs to: the one with the longest address. */
export function placeOf(path: string, places: readonly Place[]): Place | undefined {
  const around = places.filter(({ href }) => isIn(path, href));
  return around.toSorted((left, right) => right.href.length - left.href.length)[0];
}
