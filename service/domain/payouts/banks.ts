import { findRailBanks, replaceRailBanks } from "../../db/payouts/rail-banks.ts";
import { type Rail, type RailBank, RailUnavailable } from "../../providers/rails/rail.ts";
import type { Context, Services } from "../context.ts";
import { Failure } from "../failure.ts";

const FRESH_MS = 86_400_000;

/** The first rail of the account mode: it names banks and account holders. Rails 1. @throws `rail_missing` */
export function railOf({ providers, tenant }: Pick<Context, "providers" | "tenant">): Rail {
  const [rail] = providers.rails[tenant.mode];
  if (!rail) throw new Failure("rail_missing");
  return rail;
}

/**
 * The banks of the mode's rail, by name. Reads them again from the rail when they are a day old, and keeps the former list when it
 * does not answer. @throws `rail_missing`, `rail_unavailable` when there is no list at all
 */
export async function findBanks(ctx: Context): Promise<readonly RailBank[]> {
  const rail = railOf(ctx);
  const known = await findRailBanks(ctx.db, rail.name);
  const readAt = known[0]?.refreshedAt.getTime() ?? 0;
  if (ctx.clock.now().getTime() - readAt < FRESH_MS) return known;
  const fresh = await refreshBanks(ctx, rail);
  if (!fresh && known.length === 0) throw new Failure("rail_unavailable", { headers: { "retry-after": "5" } });
  return fresh ?? known;
}

async function refreshBanks({ db, clock }: Services, rail: Rail): Promise<readonly RailBank[] | null> {
  try {
    const banks = await rail.banks();
    if (banks.length === 0) return null;
    await replaceRailBanks(db, rail.name, banks, clock.now());
    return banks.toSorted((a, b) => a.name.localeCompare(b.name));
  } catch (error) {
    if (error instanceof RailUnavailable) return null;
    throw error;
  }
}

/** Lists banks whose name has all words, or whose code begins with the term. Rails 2. */
export async function listBanks(
  ctx: Context,
  { search }: { search?: string | undefined },
): Promise<{ banks: RailBank[] }> {
  const banks = await findBanks(ctx);
  const words = search?.toLowerCase().split(/\s+/) ?? [];
  const isFound = ({ name, code, cbnCode }: RailBank) =>
    words.every((word) => name.toLowerCase().includes(word) || code.startsWith(word) || cbnCode?.startsWith(word));
  return {
    banks: banks.filter(isFound).map(({ code, name, cbnCode, category }) => ({ code, name, cbnCode, category })),
  };
}

/**
 * The bank with this code: a NIP code of six digits, or a CBN code of three that names one bank. `000011` is a NIP code and never a
 * padded CBN code. Rails 2.
 */
export function bankOf(banks: readonly RailBank[], sortCode: string): RailBank | undefined {
  if (sortCode.length === 6) return banks.find(({ code }) => code === sortCode);
  const named = banks.filter(({ cbnCode }) => cbnCode === sortCode);
  return named.length === 1 ? named[0] : undefined;
}
