import { createContext } from "react";
import type { ApprovalsTab } from "./use-approvals-view.ts";

/** The state of the page that rows render. */
export type RowLook = {
  tab: ApprovalsTab;
  mayApprove: boolean;
  openId: string | null;
  /** Opens a row beside the list; returns false to let the link open the row's own page. */
  onOpen: (id: string) => boolean;
  chosen: ReadonlySet<string>;
  /** `null` where nothing can be selected. */
  onChoose: ((id: string, isChosen: boolean) => void) | null;
};

/** Kept out of the columns: new columns would remount the rows and lose their focus when another one opens. */
export const RowLookContext = createContext<RowLook>({
  tab: "waiting",
  mayApprove: false,
  openId: null,
  onOpen: () => false,
  chosen: new Set(),
  onChoose: null,
});
