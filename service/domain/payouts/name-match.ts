/** How a given name compares with the bank's. Rails 3. */
export type NameVerdict = "FULL" | "PARTIAL" | "NONE";

const TITLES = new Set(
  "MR MRS MS MISS DR PROF CHIEF ALHAJI ALHAJA ALH ENGR BARR REV PST PASTOR SIR LADY HON OTUNBA PRINCE PRINCESS THE".split(
    " ",
  ),
);
/** Names of one letter are initials; they match nothing on their own. */
const WORD_LETTERS = 2;

/**
 * Compares two names by their words, in any order, without accents, signs and titles. `FULL`: the same words. `PARTIAL`: two words in
 * common, or all words of the shorter name. `NONE`: anything else, also a name without a word. Pure.
 */
export function compareNames(given: string, banks: string): NameVerdict {
  const [one, other] = [wordsOf(given), wordsOf(banks)];
  const common = [...one].filter((word) => other.has(word)).length;
  if (common === 0) return "NONE";
  if (common === one.size && common === other.size) return "FULL";
  return common >= 2 || common === Math.min(one.size, other.size) ? "PARTIAL" : "NONE";
}

function wordsOf(name: string): ReadonlySet<string> {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").replace(/['’`]/g, "").toUpperCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= WORD_LETTERS && !TITLES.has(word)));
}
