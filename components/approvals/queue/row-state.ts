import { createContext } from "react";
import type { ApprovalsTab } from "./use-approvals-view.ts";

/** The state of the page that rows render. */
export type RowState = {
  tab: ApprovalsTab;
  mayApprove: boolean;
  openId: string | null;
  /** Opens a row beside the list; returns false to let the link open the row's own page. */
  onOpen: (id: string) => boolean;
  selected: ReadonlySet<string>;
  /** `null` where nothing can be selected. */
  onSelect: ((id: string, isSelected: boolean) => void) | null;
};

/** Kept out of the columns: new columns would remount the rows and lose their focus when another one opens. */
export const RowStateContext = createContext<RowState>({
  tab: "waiting",
  mayApprove: false,
  openId: null,
  onOpen: () => false,
  selected: new Set(),
  onSelect: null,
});
