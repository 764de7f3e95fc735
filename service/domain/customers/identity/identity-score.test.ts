import { expect, test } from "vitest";
import { identityScore, isSamePerson } from "./identity-score.ts";

const ada = { firstName: "Ada", lastName: "Obi", dateOfBirth: "1990-05-16" };

test.each([
  ["the same person", {}, 100, true],
  ["the same names in the other order", { firstName: "Obi", lastName: "Ada" }, 100, true],
  ["another birth date", { dateOfBirth: "1990-05-17" }, 50, false],
  ["half of the names", { lastName: "Eze" }, 75, false],
  ["only the birth date", { firstName: "Bola", lastName: "Eze" }, 50, false],
  ["nothing", { firstName: "Bola", lastName: "Eze", dateOfBirth: "1971-01-01" }, 0, false],
])("%s", (_what, changes, score, isSame) => {
  const record = { ...ada, ...changes };
  expect(identityScore(record, ada)).toBe(score);
  expect(isSamePerson(record, ada)).toBe(isSame);
});

test("four of five matching words and the birth date are enough", () => {
  const record = { firstName: "Ada Chinwe Ngozi", lastName: "Obi Eze", dateOfBirth: ada.dateOfBirth };
  const customer = { firstName: "Ada Chinwe Ngozi", lastName: "Obi Bello", dateOfBirth: ada.dateOfBirth };
  expect(identityScore(record, customer)).toBe(90);
  expect(isSamePerson(record, customer)).toBe(true);
});
