import { describe, expect, test } from "vitest";
import { EnableWalletBody, FreezeWalletBody } from "../../../contract/wallets.ts";
import { EnableForm, FREEZE_CATEGORIES, FreezeForm, freezeReason, mostCharacters } from "./freeze-rules.ts";

const customerId = "0190a000-0000-7000-8000-000000000001";
const corpus = [
  "",
  "   ",
  "x",
  "nine char",
  "ten chars.",
  "  ten chars.  ",
  "Ọ".repeat(480),
  "y".repeat(500),
  "z".repeat(501),
  "z".repeat(600),
];

describe("the freeze form", () => {
  test("joins category and explanation, except for Other", () => {
    expect(freezeReason({ category: "Fraud report", explanation: " Three complaints. " })).toBe(
      "Fraud report: Three complaints.",
    );
    expect(freezeReason({ category: "Other", explanation: "Three complaints." })).toBe("Three complaints.");
  });

  test.each(FREEZE_CATEGORIES.flatMap((category) => corpus.map((explanation) => ({ category, explanation }))))(
    "accepts no reason that the service refuses: $category, $explanation.length characters",
    (form) => {
      const isAccepted = FreezeForm.safeParse(form).success;
      const isKept = FreezeWalletBody.safeParse({ customerId, reason: freezeReason(form) }).success;
      const isLongEnough = form.explanation.trim().length >= 10;
      expect(isAccepted).toBe(isKept && isLongEnough);
      expect(isAccepted).toBe(isLongEnough && form.explanation.trim().length <= mostCharacters(form.category));
    },
  );

  test.each([null, "", "Boredom"])("asks for a category instead of %j", (category) => {
    const { error } = FreezeForm.safeParse({ category, explanation: "Long enough a story." });
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([[["category"], "Choose a reason."]]);
  });
});

test.each(corpus.filter((reason) => reason.trim() !== ""))("the enable form agrees with the service: %#", (reason) => {
  expect(EnableForm.safeParse({ reason }).success).toBe(EnableWalletBody.safeParse({ customerId, reason }).success);
});
