import { nameMatchScore } from "./name-match.ts";

/** The fields by which two records of a person are compared. */
export type Person = { firstName: string; lastName: string; dateOfBirth: string };

/** The lowest score at which two records count as the same person: the birth date and four fifths of the names. */
const SAME_PERSON_FROM_SCORE = 90;

/**
 * Scores from 0 to 100 how well a registry record matches a customer: names and birth date count one half each. Names
 * alone never reach the match score, because thousands of people share a name. Pure. Api 3 (`score`).
 */
export function identityScore(record: Person, customer: Person): number {
  const names = nameMatchScore(record, customer) / 2;
  return Math.round(record.dateOfBirth === customer.dateOfBirth ? names + 50 : names);
}

/** Whether two records count as the same person (`match`). */
export function isSamePerson(record: Person, customer: Person): boolean {
  return identityScore(record, customer) >= SAME_PERSON_FROM_SCORE;
}
