import { expect, it } from "vitest";
import { safeMailText } from "./mail-text.ts";

it.each([
  ["Ada Ventures Ltd.", "Ada Ventures Ltd."],
  ["O’Neil & Sons (Nig.)", "O’Neil & Sons (Nig. )"],
  ["Ṣadé", "Ṣadé"],
  ["win at https://evil.example/now", "win at https: / / evil. example/ now"],
  ["evil.example", "evil. example"],
  ["evil\uff0eexample", "evil\uff0e example"],
  ["ceo@bank.example", "ceo@ bank. example"],
  ["Ada\n\nYour account is closed\u2028Call us", "Ada Your account is closed Call us"],
  ["\u202eadA\u0000", "adA"],
])("a mail quotes %j as %j", (typed, said) => {
  expect(safeMailText(typed)).toBe(said);
});
