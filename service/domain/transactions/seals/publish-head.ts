import { findSeal } from "../../../db/ledger/book-seals.ts";
import type { Queryable } from "../../../db/pool.ts";
import type { Services } from "../../context.ts";
import { readSealState } from "./read-seal-state.ts";

/**
 * Writes the head of the hash chain as today's signed file, once a UTC day. A copy kept elsewhere proves later that
 * nothing before it was rewritten. Returns the day if it wrote. Ledger 6.
 */
export async function publishHead(services: Services): Promise<{ day: string } | undefined> {
  const { headFiles, clock } = services;
  const now = clock.now();
  const day = now.toISOString().slice(0, 10);
  if (!headFiles || headFiles.has(day)) return undefined;
  const { head, verifiedThrough, verifiedAt, problems } = await readSealState(services);
  if (!head) return undefined;
  await headFiles.write(day, {
    version: 1,
    seal: head.number,
    hash: head.hash,
    sealedAt: head.at.toISOString(),
    verifiedThrough,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    problems: problems.length,
    writtenAt: now.toISOString(),
  });
  return { day };
}

/** Whether the chain has this hash at a seal's number: for heads that were kept elsewhere, such as in a mail. Ledger 6. */
export async function isHashOfSeal(db: Queryable, number: number, hash: string): Promise<boolean> {
  const seal = await findSeal(db, BigInt(number));
  return seal?.hash.toString("hex") === hash;
}

/** The published files that are not signed by this installation or name another hash than the chain. Ledger 6. */
export async function findForeignHeads({ headFiles, db }: Services): Promise<{ files: number; foreign: string[] }> {
  const files = (await headFiles?.read()) ?? [];
  const foreign: string[] = [];
  for (const { file, text, isSigned } of files) {
    if (!isSigned) foreign.push(`${file}: the signature does not match`);
    else {
      const { seal, hash } = JSON.parse(text) as { seal: number; hash: string };
      if (!(await isHashOfSeal(db, seal, hash))) foreign.push(`${file}: seal ${seal} of the chain has another hash`);
    }
  }
  return { files: files.length, foreign };
}
