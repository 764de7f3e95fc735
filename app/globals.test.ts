// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("./globals.css", import.meta.url), "utf8");
const found = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
const tokens = new Map(found.map(([, name = "", light = "", dark = ""]) => [name, { light, dark }]));

const TEXT = 4.5;
const SHAPE = 3;

/** Every pair of colours that the screens use: the table of dashboard 6, and text on tints and grey. */
const pairs: [front: string, back: string, least: number][] = [
  ...["page", "panel", "subtle", "mute-tint"].flatMap((back): [string, string, number][] => [
    ["text", back, TEXT],
    ["text-2", back, TEXT],
  ]),
  ["text-2", "line", TEXT], // a nav item under the pointer
  ["text", "line", TEXT],
  ["text-3", "panel", TEXT],
  ["text-3", "subtle", TEXT],
  ["accent", "panel", TEXT],
  ["accent", "page", SHAPE], // focus ring, icon of the open page
  ["accent", "line", SHAPE],
  ["control-line", "panel", SHAPE],
  ["on-danger", "danger", TEXT],
  ["panel", "text", TEXT], // the primary button
  ["bad", "panel", TEXT],
  ["ok", "panel", TEXT],
  ["wait", "panel", TEXT],
  ...["ok", "info", "wait", "bad", "mute", "ice", "sandbox"].map((status): [string, string, number] => [
    status,
    `${status}-tint`,
    TEXT,
  ]),
  ...["wait", "bad", "ice", "info", "mute"].flatMap((status): [string, string, number][] => [
    ["text", `${status}-tint`, TEXT], // callouts
    ["text-2", `${status}-tint`, TEXT],
  ]),
];

describe.each(["light", "dark"] as const)("%s colours", (theme) => {
  test.each(pairs)("%s on %s: at least %s", (front, back, least) => {
    expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(least);
  });
});

test("the contrast ratios match the table", () => {
  expect(contrast(colour("text", "light"), colour("panel", "light"))).toBeCloseTo(17.7, 1);
  expect(contrast(colour("control-line", "light"), colour("panel", "light"))).toBeCloseTo(3.25, 1);
});

test("every design token is defined", () => {
  expect(tokens.size).toBe(25);
});

function colour(name: string, theme: "light" | "dark"): string {
  const token = tokens.get(name);
  if (!token) throw new Error(`no token --${name}`);
  return token[theme];
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
