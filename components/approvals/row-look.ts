import { createContext } from "react";
import type { ApprovalsTab } from "./use-approvals-view.ts";

/** What a row needs of the page around it. */
export type RowLook = {
  tab: ApprovalsTab;
  mayApprove: boolean;
  openId: string | null;
  /** Opens a row beside the list; false lets the link lead to the row's own page. */
  onOpen: (id: string) => boolean;
  chosen: ReadonlySet<string>;
  /** `null` where nothing can be chosen. */
  onChoose: ((id: string, isChosen: boolean) => void) | null;
};

/** Not part of the columns: those must stay the same, or a row would lose its focus when another opens. */
export const RowLookContext = createContext<RowLook>({
  tab: "waiting",
  mayApprove: false,
  openId: null,
  onOpen: () => false,
  chosen: new Set(),
  onChoose: null,
});
