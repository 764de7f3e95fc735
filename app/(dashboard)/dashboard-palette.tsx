"use client";

import { CommandPalette, type PaletteProps } from "../../components/layout/palette/command-palette.tsx";
import { useActionResults } from "../../components/layout/palette/use-action-results.ts";
import { useRecordResults } from "../../components/layout/palette/use-record-results.ts";
import { useWalletResults } from "../../components/wallets/palette/use-wallet-results.ts";

/** The command palette with every search source of the product, in the order of their results. */
export function DashboardPalette(props: PaletteProps) {
  return <CommandPalette {...props} useResults={useAllResults} />;
}

function useAllResults(text: string, open: (href: string) => void) {
  return [useWalletResults(text, open), useRecordResults(text, open), useActionResults(text)];
}
