import type { CardControls } from "../../contract/cards.ts";
import { texts } from "./texts.ts";

export type CardChannel = NonNullable<CardControls["channels"]>[number];

const CHANNEL_WORDS: Record<CardChannel, string> = {
  pos: texts.cardReader,
  contactless: texts.contactless,
  online: texts.online,
  atm: texts.cashMachine,
};
export const CARD_CHANNELS = Object.keys(CHANNEL_WORDS) as CardChannel[];

export const channelWord = (channel: string) => CHANNEL_WORDS[channel as CardChannel] ?? channel;

/** The common categories of shops by their code (ISO 18245). */
const CATEGORY_WORDS: Record<string, string> = {
  "4111": texts.localTransport,
  "4121": texts.taxis,
  "4511": texts.airlines,
  "4722": texts.travelAgencies,
  "4814": texts.telephoneAndAirtime,
  "4899": texts.televisionAndStreaming,
  "4900": texts.electricityAndWater,
  "5411": texts.groceryStores,
  "5541": texts.fuelStations,
  "5712": texts.furnitureStores,
  "5734": texts.software,
  "5812": texts.restaurants,
  "5912": texts.pharmacies,
  "5942": texts.bookShops,
  "5999": texts.otherShops,
  "6011": texts.cashMachine,
  "7011": texts.hotels,
  "7995": texts.gambling,
  "8211": texts.schools,
};

/** `Grocery stores (5411)`; the code alone if it is not a common one. */
export function categoryWord(code: string): string {
  const word = CATEGORY_WORDS[code];
  return word === undefined ? code : texts.wordAndCode(word, code);
}

/** The English name of a country of two letters; null if there is none. */
export function countryName(code: string): string | null {
  if (!/^[A-Z]{2}$/.test(code)) return null;
  return new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code) ?? null;
}

export const countryWord = (code: string) => countryName(code) ?? code;
