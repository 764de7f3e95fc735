import { countOf } from "../../../lib/format/names.ts";

const wallets = (count: number) => countOf(count, "wallet");

/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  select: (name: string) => `Select ${name}`,
  selectPage: "Select all on this page",
  selected: (count: number) => `${wallets(count)} selected`,
  selectAllMatching: (count: number) => `Select all ${wallets(count)}`,
  tooMany: (most: number) => `At most ${wallets(most)} together. Filter for fewer to select all.`,
  clearSelection: "Clear selection",
  change: "Change",
  changeSelected: "Change the selected wallets",
  freeze: "Freeze",
  unfreeze: "Enable",
  blockCredits: "Block credits",
  allowCredits: "Allow credits",
  titles: {
    close: (count: number) => `Freeze ${wallets(count)}`,
    enable: (count: number) => `Enable ${wallets(count)}`,
    "enable-post-no-credit": (count: number) => `Block credits to ${wallets(count)}`,
    "disable-post-no-credit": (count: number) => `Allow credits to ${wallets(count)}`,
  },
  effects: {
    close: "Frozen wallets neither send nor receive money until they are enabled.",
    enable: "The wallets send and receive money again. Those that a failed identity check froze stay frozen.",
    "enable-post-no-credit": "Credits and transfers into these wallets are refused. Money can still go out.",
    "disable-post-no-credit": "Credits and transfers into these wallets are possible again.",
  },
  working: (count: number) => `Changing ${wallets(count)}. This can take a few seconds.`,
  reason: "Reason",
  reasonHint: "Kept with your name in the history of each wallet.",
  reasonMissing: "Enter the reason.",
  reasonTooLong: (most: number) => `At most ${most} characters.`,
  cancel: "Cancel",
  close: "Close",
  nothingChanged: "No wallet was changed",
  changed: (count: number) => `${wallets(count)} changed`,
  unchanged: (count: number) => `${wallets(count)} needed no change`,
  refused: (count: number) => `${wallets(count)} couldn’t be changed`,
  notChanged: "Not changed",
  alreadySo: "It was in this state already.",
  moreNotShown: (count: number) => `And ${wallets(count)} more.`,
};
