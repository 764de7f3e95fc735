import type { PendingItem } from "../../../contract/approvals.ts";
import type { MovementPreview } from "../../../contract/transfers.ts";
import type { ApprovalRow } from "../../db/approvals/approvals.ts";
import { findAccountParties } from "../../db/ledger/account-parties.ts";
import type { Party } from "../../db/ledger/money-parties.ts";
import { findSettings, type SettingsRow } from "../../db/merchant/settings.ts";
import type { TierRules } from "../../ledger/account.ts";
import { lagosDay } from "../../ledger/lagos-day.ts";
import type { Context } from "../context.ts";
import { previewMovement } from "../transactions/preview-movement.ts";
import { findTiers } from "../transactions/tiers.ts";
import { driftMark } from "./drift-mark.ts";
import { termsOf } from "./pending-terms.ts";
import { isWaiting } from "./waiting.ts";

/** Who gives and who gets, and how what waits stands now. */
export type RowFacts = Pick<PendingItem, "source" | "target" | "mark">;

type Surroundings = {
  parties: ReadonlyMap<bigint, Party>;
  settings: SettingsRow;
  tiers: TierRules;
  at: Date;
};

/**
 * Names and marks of a page of approvals, from one read of all their wallets: the rules are the ledger's own, on unlocked
 * accounts. Whether a reference was used meanwhile is told by the details only. Dashboard 5.8.
 */
export async function loadRowFacts(ctx: Context, rows: readonly ApprovalRow[]): Promise<RowFacts[]> {
  const accounts = [...new Set(rows.flatMap(({ source, destination }) => [source, destination]))];
  const [parties, tiers, settings] = await Promise.all([
    findAccountParties(
      ctx.db,
      ctx.tenant.id,
      accounts.filter((account) => account !== null),
    ),
    findTiers(ctx),
    findSettings(ctx.db, [ctx.tenant.id]).then((found) => found.get(ctx.tenant.id)),
  ]);
  if (!settings) throw new Error("the tenant has no settings");
  return rows.map((row) => factsOf(row, { parties, tiers, settings, at: ctx.clock.now() }));
}

function factsOf(row: ApprovalRow, surroundings: Surroundings): RowFacts {
  const source = row.source === null ? undefined : surroundings.parties.get(row.source);
  const destination = row.destination === null ? undefined : surroundings.parties.get(row.destination);
  const names = { source: source ? partyView(source) : null, target: destination ? partyView(destination) : null };
  const terms = isWaiting(row, surroundings.at) ? termsOf(row.kind, surroundings.settings) : null;
  if (!terms) return { ...names, mark: "same" };
  const { tiers, at } = surroundings;
  const { fees, ceiling } = terms;
  const movement = { source, destination, amount: row.amount, fees, ceiling, tiers, day: lagosDay(at) };
  const { preview } = previewMovement(movement, terms);
  // `submitForApproval` stored a preview of this very shape.
  return { ...names, mark: driftMark(row.preview as MovementPreview | null, preview) };
}

function partyView({ customerId, name, accountNumber }: Party): NonNullable<PendingItem["source"]> {
  return { customerId, name, accountNumber };
}
