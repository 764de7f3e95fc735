import type { CardControls, CardControlsBody } from "../../contract/cards.ts";
import { nairaText, parseOptionalNaira } from "../../lib/format/naira-text.ts";
import { CARD_CHANNELS, type CardChannel, countryName } from "./control-words.ts";
import { texts } from "./texts.ts";

const LIMITS = ["perTransaction", "daily", "monthly"] as const;
const MOST_ITEMS = 50;
const MOST_LETTERS = 100;

/** The form as it is typed: amounts in naira, codes separated by commas, one merchant in each line. */
export type ControlsDraft = Record<(typeof LIMITS)[number] | "categories" | "countries" | "merchants", string> & {
  channels: readonly CardChannel[];
};
export type ControlProblems = Partial<Record<keyof ControlsDraft, string>>;

export function draftOf(controls: CardControls): ControlsDraft {
  return {
    perTransaction: nairaText(controls.perTransaction),
    daily: nairaText(controls.daily),
    monthly: nairaText(controls.monthly),
    channels: controls.channels ?? CARD_CHANNELS,
    categories: controls.categories?.join(", ") ?? "",
    countries: controls.countries?.join(", ") ?? "",
    merchants: controls.merchants?.join("\n") ?? "",
  };
}

export const codesOf = (text: string) =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);

/** The typed controls for the service, or a sentence for each field that is wrong. All channels is the same as no rule. */
export function readControls(draft: ControlsDraft): { body: CardControlsBody } | { problems: ControlProblems } {
  const problems: ControlProblems = {};
  const limit = (name: (typeof LIMITS)[number]) => {
    const read = parseOptionalNaira(draft[name]);
    if ("message" in read) problems[name] = read.message;
    else if (read.kobo === 0) problems[name] = texts.leaveItEmptyForNoLimit;
    return "kobo" in read ? read.kobo : null;
  };
  const categories = codesOf(draft.categories);
  const wrongCategory = categories.find((code) => !/^\d{4}$/.test(code));
  if (wrongCategory) problems.categories = texts.notACategory(wrongCategory);
  const countries = codesOf(draft.countries);
  const wrongCountry = countries.find((code) => countryName(code) === null);
  if (wrongCountry) problems.countries = texts.notACountry(wrongCountry);
  const merchants = draft.merchants
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  if (merchants.some((name) => name.length > MOST_LETTERS)) problems.merchants = texts.merchantIsTooLong;
  const lists = { categories, countries, merchants };
  for (const name of ["categories", "countries", "merchants"] as const) {
    if (lists[name].length > MOST_ITEMS) problems[name] = texts.fiftyAtMost;
  }
  if (draft.channels.length === 0) problems.channels = texts.chooseAChannel;
  const body = {
    perTransaction: limit("perTransaction"),
    daily: limit("daily"),
    monthly: limit("monthly"),
    channels: draft.channels.length === CARD_CHANNELS.length ? null : [...draft.channels],
    categories: nullIfEmpty(categories),
    countries: nullIfEmpty(countries),
    merchants: nullIfEmpty(merchants),
  };
  return Object.keys(problems).length > 0 ? { problems } : { body };
}

const nullIfEmpty = (items: string[]) => (items.length > 0 ? items : null);
