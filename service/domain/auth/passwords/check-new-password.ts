import { signInTexts } from "../../../../contract/texts/sign-in.ts";
import { Failure } from "../../failure.ts";
import { decodedPassword } from "../sign-in/credentials.ts";

/** Shorter passwords are refused by the contract. */
const SHORTEST_PASSWORD = 8;
/** A shorter name is in too many good passwords by chance. */
const SHORTEST_NAME = 4;

/** What others know about a person. */
type Known = { email: string; businessNames: readonly string[] };

/**
 * Refuses a new password that is easy to guess: one of the most common passwords, or one that contains the part of the
 * e-mail before the @ or the name of the business. Capitals, spaces, punctuation and usual replacements (`@` for a, `0`
 * for o) do not matter. A password in Base64 is judged by both of its readings. Decisions 0077 and 0131.
 * @throws `validation_failed` with the field `password`
 */
export async function assertGoodPassword(password: string, known: Known): Promise<void> {
  await assertGoodReading(password, known);
  const decoded = decodedPassword(password);
  if (decoded === undefined) return;
  // Sign-in accepts the decoded text too, so it must be as good.
  if (decoded.length < SHORTEST_PASSWORD) throw refusal(signInTexts.shortEncodedPassword(SHORTEST_PASSWORD));
  await assertGoodReading(decoded, known);
}

async function assertGoodReading(password: string, { email, businessNames }: Known): Promise<void> {
  if ((await commonPasswords()).has(password.toLowerCase())) throw refusal(signInTexts.commonPassword);
  const folded = fold(password);
  if (contains(folded, email.split("@")[0] ?? "")) throw refusal(signInTexts.passwordWithEmail);
  if (businessNames.some((name) => contains(folded, name))) throw refusal(signInTexts.passwordWithBusinessName);
}

let loaded: Promise<ReadonlySet<string>> | undefined;

/** About 18,000 passwords, the most common first in their list. Loaded with the first new password: few calls need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => {
    const list = dictionary["passwords-common"].map(String);
    return new Set(list.filter(({ length }) => length >= SHORTEST_PASSWORD));
  });
  return loaded;
}

function contains(foldedPassword: string, name: string): boolean {
  const folded = fold(name);
  return folded.length >= SHORTEST_NAME && foldedPassword.includes(folded);
}

const REPLACED: Record<string, string> = {
  "@": "a",
  4: "a",
  3: "e",
  1: "i",
  "!": "i",
  l: "i",
  0: "o",
  $: "s",
  5: "s",
  7: "t",
};

/** Letters and digits in one spelling, without accents. */
function fold(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return [...plain]
    .map((letter) => REPLACED[letter] ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function refusal(message: string): Failure {
  return new Failure("validation_failed", {
    message: `password ${message}`,
    errors: [{ field: "password", message }],
  });
}
