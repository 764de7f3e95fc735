import {
  ArrowDownToLine,
  ArrowLeftRight,
  Code,
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
  Wallet,
  Webhook,
} from "lucide-react";
import type { Permission } from "../../../contract/permissions.ts";
import { can, type Session } from "../../../lib/permissions.ts";

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
  { href: "/", label: "Overview", icon: House, permission: null },
  { href: "/wallets", label: "Wallets", icon: Wallet, permission: "BROWSE_CUSTOMER_WALLETS" },
  {
    href: "/imports",
    label: "Imports",
    icon: FileUp,
    permission: ["BROWSE_TRANSACTIONS", "BROWSE_CUSTOMER_WALLETS"],
  },
  { href: "/transfers", label: "Transfers", icon: ArrowLeftRight, permission: "BROWSE_TRANSACTIONS" },
  { href: "/payouts", label: "Payouts", icon: Landmark, permission: "BROWSE_TRANSACTIONS" },
  { href: "/incoming", label: "Incoming", icon: ArrowDownToLine, permission: "BROWSE_TRANSACTIONS" },
  { href: "/approvals", label: "Approvals", icon: Stamp, permission: "BROWSE_TRANSACTIONS", badge: "approvals" },
  { href: "/webhooks", label: "Webhooks", icon: Webhook, permission: "BROWSE_WEBHOOKS", badge: "failed-deliveries" },
  { href: "/statements", label: "Statements", icon: FileText, permission: "BROWSE_TRANSACTIONS" },
  { href: "/books", label: "Books", icon: Scale, permission: "BROWSE_TRANSACTIONS" },
  { href: "/reconciliation", label: "Reconciliation", icon: ListChecks, permission: "BROWSE_TRANSACTIONS" },
  { href: "/audit", label: "Audit", icon: ScrollText, permission: "BROWSE_AUDIT_LOG", isBelow: true },
  { href: "/reference", label: "API reference", icon: Code, permission: null, isBelow: true },
  { href: "/settings", label: "Settings", icon: Settings, permission: null, isBelow: true },
];

export function placesFor(session: Session): Place[] {
  return places.filter(({ permission }) => can(session, permission));
}

/** Whether `path` belongs to the area at `href`. */
export function isIn(path: string, href: string): boolean {
  return href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
}
