import { expect, it } from "vitest";
import { amountInWords } from "./amount-words.ts";

it.each([
  [0, "Zero naira"],
  [1, "One kobo"],
  [99, "Ninety-nine kobo"],
  [100, "One naira"],
  [1_050, "Ten naira, fifty kobo"],
  [11_500, "One hundred and fifteen naira"],
  [4_500_000, "Forty-five thousand naira"],
  [100_500, "One thousand and five naira"],
  [100_050, "One thousand naira, fifty kobo"],
  [184_250_07, "One hundred and eighty-four thousand two hundred and fifty naira, seven kobo"],
  [100_000_000, "One million naira"],
  [
    Number.MAX_SAFE_INTEGER,
    "Ninety trillion seventy-one billion nine hundred and ninety-two million five hundred and forty-seven thousand four hundred and nine naira, ninety-one kobo",
  ],
])("%i kobo", (kobo, text) => {
  expect(amountInWords(kobo)).toBe(text);
});
