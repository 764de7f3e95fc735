import { describe, expect, test } from "vitest";
import { EnableWalletBody, FreezeWalletBody } from "../../../contract/wallets.ts";
import { isRight } from "../../ui/form-check.ts";
import { checkEnable, checkFreeze, FREEZE_CAUSES, freezeReason, mostCharacters } from "./freeze-reason.ts";

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
    expect(freezeReason({ cause: "Fraud report", story: " Three complaints. " })).toBe(
      "Fraud report: Three complaints.",
    );
    expect(freezeReason({ cause: "Other", story: "Three complaints." })).toBe("Three complaints.");
  });

  test.each(FREEZE_CAUSES.flatMap((cause) => corpus.map((story) => ({ cause, story }))))(
    "never lets through what the service refuses: $cause, $story.length characters",
    (form) => {
      const verdict = isRight(checkFreeze(form));
      const isKept = FreezeWalletBody.safeParse({ customerId, reason: freezeReason(form) }).success;
      const isLongEnough = form.story.trim().length >= 10;
      expect(verdict).toBe(isKept && isLongEnough);
      expect(verdict).toBe(isLongEnough && form.story.trim().length <= mostCharacters(form.cause));
    },
  );

  test.each([null, "", "Boredom"])("asks for a reason instead of %j", (cause) => {
    expect(checkFreeze({ cause, story: "Long enough a story." })).toEqual({ cause: "Choose a reason." });
  });
});

test.each(corpus.filter((reason) => reason.trim() !== ""))("the enable form agrees with the service: %#", (reason) => {
  expect(isRight(checkEnable({ reason }))).toBe(EnableWalletBody.safeParse({ customerId, reason }).success);
});
