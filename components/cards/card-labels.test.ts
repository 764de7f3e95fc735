import { expect, test } from "vitest";
import { DeclineCode } from "../../contract/card-authorizations.ts";
import { cardName, declineSentence, foreignAmount } from "./card-labels.ts";

const declined = (declineCode: DeclineCode, declineFacts: Record<string, unknown>) =>
  declineSentence({ declineCode, declineFacts, amount: 6_500_000 });

test("a decline is one sentence with its numbers", () => {
  expect(declined("per_transaction_limit", { limit: 5_000_000, amount: 6_500_000 })).toBe(
    "₦65,000.00 is over the limit of ₦50,000.00 per transaction.",
  );
  expect(declined("daily_limit", { limit: 10_000_000, amount: 6_500_000, spent: 4_000_000 })).toBe(
    "₦65,000.00 and ₦40,000.00 already spent are over the daily limit of ₦100,000.00.",
  );
  expect(declined("insufficient_funds", { balance: 100_000, needed: 6_500_000 })).toBe(
    "₦65,000.00 is over the balance of ₦1,000.00.",
  );
  expect(declined("channel_not_allowed", { value: "pos", allowed: ["online"] })).toBe(
    "The channel “Card reader” is not allowed for this card.",
  );
  expect(declined("country_not_allowed", { value: "US", allowed: ["NG"] })).toBe(
    "The country “United States” is not allowed for this card.",
  );
});

test("every reason has a sentence, also without numbers; other payments have none", () => {
  for (const code of DeclineCode.options) expect(declined(code, {})).toMatch(/^[A-Z₦].*\.$/);
  expect(declineSentence({ declineCode: null, declineFacts: null, amount: 1 })).toBeNull();
});

test("a foreign amount has the decimals of its currency; naira have none beside the amount", () => {
  expect(foreignAmount({ merchantAmount: 510, merchantCurrency: "USD" })).toBe("$5.10");
  expect(foreignAmount({ merchantAmount: 510, merchantCurrency: "JPY" })).toBe("¥510");
  expect(foreignAmount({ merchantAmount: 510, merchantCurrency: "NGN" })).toBeNull();
  expect(foreignAmount({ merchantAmount: null, merchantCurrency: null })).toBeNull();
});

test("a card without an answer of the issuer has no digits", () => {
  expect([cardName({ last4: "4821" }), cardName({ last4: null })]).toEqual(["Card •••• 4821", "Card, requested"]);
});
