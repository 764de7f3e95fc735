import { findSealCheck, findSealedAt, findSealHead, type SealProblem } from "../../../db/ledger/book-seals.ts";
import type { Services } from "../../context.ts";

export type SealState = {
  /** The newest seal. Its hash depends on every sealed journal and audit row. */
  head: { number: number; hash: string; at: Date } | null;
  verifiedThrough: number;
  verifiedAt: Date | null;
  /** Up to 50, of all tenants. */
  problems: SealProblem[];
  /** Seconds since the moment up to which everything is sealed; 0 before the first run. */
  unsealedSeconds: number;
};

/** Reads the head of the hash chain and what the verifier found last. Ledger 6. */
export async function readSealState({ db, clock }: Pick<Services, "db" | "clock">): Promise<SealState> {
  const [last, check, sealedAt] = await Promise.all([findSealHead(db), findSealCheck(db), findSealedAt(db)]);
  return {
    head: last ? { number: Number(last.number), hash: last.hash.toString("hex"), at: last.at } : null,
    verifiedThrough: Number(check.verified),
    verifiedAt: check.verifiedAt,
    problems: check.problems,
    unsealedSeconds: sealedAt ? Math.max(0, (clock.now().getTime() - sealedAt.getTime()) / 1000) : 0,
  };
}
