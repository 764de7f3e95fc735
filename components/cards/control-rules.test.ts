import { expect, test } from "vitest";
import { draftOf, readControls } from "./control-rules.ts";

const NONE = {
  perTransaction: null,
  daily: null,
  monthly: null,
  channels: null,
  categories: null,
  countries: null,
  merchants: null,
};

test("controls that are opened and saved untouched are the same, and no rule stays no rule", () => {
  expect(readControls(draftOf(NONE))).toEqual({ body: NONE });
  const some = { ...NONE, perTransaction: 5_000_050, channels: ["online" as const], categories: ["5411", "5812"] };
  const controls = { ...some, countries: ["NG", "GH"], merchants: ["Palm Streaming", "Eko, Sons & Co"] };
  expect(readControls(draftOf(controls))).toEqual({ body: controls });
});

test("each wrong field has a sentence, and nothing is sent", () => {
  const draft = {
    ...draftOf(NONE),
    daily: "0",
    monthly: "ten",
    channels: [],
    categories: "5411, 54",
    countries: "ng zz1",
  };
  expect(readControls({ ...draft, merchants: "x".repeat(101) })).toEqual({
    problems: {
      daily: "Enter an amount above zero, or leave it empty for no limit.",
      monthly: expect.any(String),
      channels: "Choose at least one channel. To stop all payments, freeze the card.",
      categories: "54 is not a category code. It has four digits, such as 5411.",
      countries: "ZZ1 is not a country code. It has two letters, such as NG.",
      merchants: "The name of a merchant has at most 100 letters.",
    },
  });
});
