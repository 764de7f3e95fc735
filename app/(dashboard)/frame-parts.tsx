"use client";

import { SessionChangedDialog } from "../../components/auth/session-changed-dialog.tsx";
import { SessionExpiredDialog } from "../../components/auth/session-expired-dialog.tsx";
import { StepUpDialog } from "../../components/auth/step-up-dialog.tsx";
import { CommandPalette, type PaletteProps } from "../../components/layout/palette/command-palette.tsx";
import { useActionResults } from "../../components/layout/palette/use-action-results.ts";
import { useRecordResults } from "../../components/layout/palette/use-record-results.ts";
import { AccountMenu } from "../../components/layout/shell/account-menu.tsx";
import { Drawer } from "../../components/layout/shell/drawer.tsx";
import { ModeChangedOverlay } from "../../components/layout/shell/mode-changed-overlay.tsx";
import { ShortcutsHelp } from "../../components/layout/shell/shortcuts-help.tsx";
import { Toasts } from "../../components/ui/toasts.tsx";
import { useWalletResults } from "../../components/wallets/palette/use-wallet-results.ts";

/**
 * The rarely opened parts of the frame, as one module, so that they load with few requests: apart, each would bring its own copies of
 * what they share.
 */
export const frameParts = {
  ...{ AccountMenu, Drawer, ModeChangedOverlay, Palette, ShortcutsHelp, Toasts },
  ...{ SessionChangedDialog, SessionExpiredDialog, StepUpDialog },
};

/** The command palette with every search source of the product, in the order of their results. */
function Palette(props: PaletteProps) {
  return <CommandPalette {...props} useResults={useAllResults} />;
}

function useAllResults(text: string, open: (href: string) => void) {
  return [useWalletResults(text, open), useRecordResults(text, open), useActionResults(text)];
}
