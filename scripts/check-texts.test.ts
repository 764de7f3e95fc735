import { expect, test } from "vitest";
import { findStrayTexts } from "./check-texts.ts";
import { describeTexts } from "./list-texts.ts";

const lines = (text: string, path = "components/wallets/page.tsx") =>
  findStrayTexts([{ path, text }]).map(({ line }) => line);

test("finds texts in markup, in attributes that people read, and whole sentences in code", () => {
  expect(lines("export const A = () => (\n  <p>\n    Open wallet\n  </p>\n);")).toEqual([2]);
  expect(lines('export const A = () => <Field label="Account number" name="account" />;')).toEqual([1]);
  expect(lines('export const problem = "The file is empty.";')).toEqual([1]);
});

test("leaves values from a catalogue, names, class names, developers' errors, catalogues and tests alone", () => {
  expect(lines("export const A = () => <p>{texts.openWallet} · {amount}</p>;")).toEqual([]);
  expect(
    lines('export const A = () => <Field label="BVN" className="flex items-center gap-2" type="text" />;'),
  ).toEqual([]);
  expect(lines('throw new Error("This hook needs a session.");')).toEqual([]);
  expect(lines('export const texts = { empty: "The file is empty." };', "components/wallets/texts.ts")).toEqual([]);
  expect(lines('test("x", () => "The file is empty.");', "components/wallets/page.test.tsx")).toEqual([]);
});

test("describes strings with the names of their values", () => {
  const page = describeTexts([{ path: "components/wallets/texts.ts", texts: ["Open wallet", "{rows} left"] }]);
  expect(page).toContain("## components/wallets\n\n- Open wallet\n- {rows} left\n");
  expect(page).toContain("1 catalogues `texts.ts`: 2 strings");
});
