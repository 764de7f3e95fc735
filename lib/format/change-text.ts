import type { AccessChange } from "../../contract/access-changes.ts";
import { formatKobo } from "./money.ts";

const SETTINGS: Record<string, string> = {
  requireTwoFactor: "Approving needs two-factor sign-in",
  membersMayMoveMoney: "Members may move money through the API",
};

/** A requested change as an order: `Make Bola Ade Admin, with an approval limit of ₦500.00`. */
export function changeText({ kind, label, before, after }: Pick<AccessChange, "kind" | "label" | "before" | "after">) {
  const limit = limitText(after.approvalLimit);
  if (kind === "invitation") return `Invite ${label} as ${String(after.role)}, ${limit}`;
  if (kind === "role") return `Let members with the role ${label} approve`;
  if (kind === "settings") {
    const switches = Object.entries(after).map(([name, isOn]) => `“${SETTINGS[name] ?? name}” ${isOn ? "on" : "off"}`);
    return `Switch ${switches.join(" and ")}`;
  }
  if (before?.role !== after.role) return `Make ${label} ${String(after.role)}, ${limit}`;
  return `Let ${label} approve ${limit}, now ${limitText(before?.approvalLimit)}`;
}

function limitText(limit: unknown): string {
  return typeof limit === "number" ? `with an approval limit of ${formatKobo(limit)}` : "without an approval limit";
}
