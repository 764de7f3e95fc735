type Name = { firstName: string; lastName: string };

/** The lowest score at which two names count as the same person's. */
export const MATCH_FROM_SCORE = 80;

/**
 * Scores from 0 to 100 how well two full names match: the share of the shorter name's words that the other name
 * contains. Case, tone marks, dots under letters, hyphens and word order are ignored. Pure. Api 3 (`score`).
 */
export function nameMatchScore(one: Name, other: Name): number {
  const left = wordsOf(one);
  const right = wordsOf(other);
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  if (few.size === 0) return 0;
  return Math.round((100 * [...few].filter((word) => many.has(word)).length) / few.size);
}

/** Whether two names count as the same person's. */
export function isSameName(one: Name, other: Name): boolean {
  return nameMatchScore(one, other) >= MATCH_FROM_SCORE;
}

// NFD does not decompose the hooked letters of Hausa, and registries write them without the hook.
const HOOKED: Record<string, string> = { ɓ: "b", ɗ: "d", ƙ: "k", ƴ: "y" };

function wordsOf(name: Name): Set<string> {
  const plain = `${name.firstName} ${name.lastName}`
    .normalize("NFD")
    .replace(/[\p{M}'’ʼ]/gu, "")
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter);
  return new Set(plain.split(/[^\p{L}]+/u).filter(Boolean));
}
