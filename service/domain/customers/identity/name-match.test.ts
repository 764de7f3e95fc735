import { expect, test } from "vitest";
import { isSameName, nameMatchScore } from "./name-match.ts";

const name = (text: string) => {
  const [firstName = "", ...rest] = text.split(" ");
  return { firstName, lastName: rest.join(" ") };
};

test.each([
  ["Tólá Bánkọ́lé", "TOLA BANKOLE", 100],
  ["Hadiza Ɗanjuma", "Hadiza Danjuma", 100],
  ["Sa’adatu Ƙaura", "Saadatu Kaura", 100],
  ["Ada Obi", "Obi Ada", 100],
  ["Ada Obi", "Ada Chinwe Obi", 100],
  ["Ada Obi", "Ada Eze", 50],
  ["Ada Obi", "Bola Eze", 0],
  ["Ada Obi-Eze", "Ada Obi Eze", 100],
])("%s and %s score %i", (one, other, score) => {
  expect(nameMatchScore(name(one), name(other))).toBe(score);
  expect(nameMatchScore(name(other), name(one))).toBe(score);
});

test("half a name is not a match, and an empty name matches nobody", () => {
  expect(isSameName(name("Ada Obi"), name("Ada Eze"))).toBe(false);
  expect(isSameName(name(""), name("Ada Obi"))).toBe(false);
  expect(isSameName(name("Ada Obi"), name("ÀDÁ ỌBÍ"))).toBe(true);
});
