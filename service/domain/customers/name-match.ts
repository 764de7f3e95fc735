type Name = { firstName: string; lastName: string };

/** From which score on two names count as one person's. */
export const MATCH_FROM_SCORE = 80;

/**
 * How well two full names agree, 0 to 100: the share of the shorter name's words that the other has too. Case, tone
 * marks, dots under letters, hyphens and the order of the words do not count. Pure. Api 3 (`score`).
 */
export function nameMatchScore(one: Name, other: Name): number {
  const left = wordsOf(one);
  const right = wordsOf(other);
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  if (few.size === 0) return 0;
  return Math.round((100 * [...few].filter((word) => many.has(word)).length) / few.size);
}

/** Whether two names count as one person's. */
export function isSameName(one: Name, other: Name): boolean {
  return nameMatchScore(one, other) >= MATCH_FROM_SCORE;
}

// The hooked letters of Hausa are letters of their own to Unicode, and registers write them plain.
const HOOKED: Record<string, string> = { ɓ: "b", ɗ: "d", ƙ: "k", ƴ: "y" };

function wordsOf(name: Name): Set<string> {
  const plain = `${name.firstName} ${name.lastName}`
    .normalize("NFD")
    .replace(/[\p{M}'’ʼ]/gu, "")
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter);
  return new Set(plain.split(/[^\p{L}]+/u).filter(Boolean));
}
