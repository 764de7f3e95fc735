import { expect, test } from "vitest";
import { passwordStrength } from "./password-strength.ts";

test.each([
  ["", "Too short"],
  ["sevench", "Too short"],
  ["eightchr", "Weak"],
  ["password-of-mine-2026", "Weak"],
  ["aaaaaaaaaaaaaaaaaaaa", "Weak"],
  ["twelve-chars", "Good"],
  ["correct horse battery", "Strong"],
])("%j is %s", (password, word) => {
  expect(passwordStrength(password).word).toBe(word);
});

test("facts that others know make it weak at any length", () => {
  expect(passwordStrength("ngozi-and-the-long-road", ["Ngozi"]).word).toBe("Weak");
  expect(passwordStrength("ngozi-and-the-long-road", ["", "Io"]).word).toBe("Strong");
});
