import type { LucideIcon } from "lucide-react";

/** One row of the palette. `id` is stable, so that the active row survives new results. */
export type PaletteRow = { id: string; icon: LucideIcon; text: string; note?: string; run: () => void };
export type PaletteGroup = { heading: string; rows: PaletteRow[] };

/** The results of one source, such as wallets or actions, for the text in the palette. */
export type PaletteResults = {
  groups: PaletteGroup[];
  /** Announced above the rows: that a search runs, failed or found nothing. */
  status?: string;
  /** Shown when no source has a row for the text. */
  hint?: string;
  /** Present while an exact search runs. Enter then opens its result when it arrives. */
  openWhenFound?: () => void;
};

/** A hook of the app that asks every source. `open` closes the palette and navigates. */
export type UsePaletteResults = (text: string, open: (href: string) => void) => readonly PaletteResults[];

/** Whether the row's text contains the typed text, without case and diacritics: `ola` matches Ọlá. */
export function matchesText({ text }: PaletteRow, typed: string): boolean {
  return fold(text).includes(fold(typed.trim()));
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
