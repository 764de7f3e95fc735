import { nameMatchScore } from "./name-match.ts";

/** What two records of a person are compared by. */
export type Person = { firstName: string; lastName: string; dateOfBirth: string };

/** From which score on two records are one person's: all of the birth date and four fifths of the names. */
const SAME_PERSON_FROM_SCORE = 90;

/**
 * How well a register's record agrees with a customer's, 0 to 100: names and birth date count one half each. Names alone are
 * never enough: thousands share theirs. Pure. Api 3 (`score`).
 */
export function identityScore(record: Person, customer: Person): number {
  const names = nameMatchScore(record, customer) / 2;
  return Math.round(record.dateOfBirth === customer.dateOfBirth ? names + 50 : names);
}

/** Whether two records count as one person's (`match`). */
export function isSamePerson(record: Person, customer: Person): boolean {
  return identityScore(record, customer) >= SAME_PERSON_FROM_SCORE;
}
