import { texts } from "./texts.ts";

export type PasswordStrength = { level: 0 | 1 | 2 | 3; word: string; advice: string };

const LEAST = 8;
const USUAL = /^(password|passw0rd|qwerty|letmein|welcome|iloveyou|abc123|admin)/i;

/**
 * How hard a password is to guess, mainly by its length; `words` are facts about the person that others know. A hint
 * only: the service decides whether to accept it.
 */
export function passwordStrength(password: string, words: readonly string[] = []): PasswordStrength {
  if (password.length < LEAST) {
    return { level: 0, word: texts.tooShort, advice: texts.atLeastCharactersThree(LEAST) };
  }
  const lower = password.toLowerCase();
  const known = words.filter((word) => word.length >= 3).some((word) => lower.includes(word.toLowerCase()));
  if (known || USUAL.test(password) || new Set(password).size < 5) {
    return { level: 1, word: texts.weak, advice: texts.easyToGuessLeave };
  }
  if (password.length >= 16) return { level: 3, word: texts.strong, advice: texts.longPasswordsAreThe };
  if (password.length >= 12) return { level: 2, word: texts.good, advice: texts.aFewMoreCharacters };
  return { level: 1, word: texts.weak, advice: texts.longerIsBetterAdd };
}
