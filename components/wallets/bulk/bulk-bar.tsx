"use client";

import { Ban, ChevronDown, CircleCheck, Snowflake, Sun } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { WalletFilters } from "../../../contract/customers.ts";
import type { BulkChange } from "../../../lib/api/bulk-wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { refusalOf } from "../../../lib/permissions.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { Selection } from "./selection.tsx";
import { texts } from "./texts.ts";

const BulkSheet = lazySheet(() => import("./bulk-sheet.tsx").then((module) => module.BulkSheet));

/** The service takes no more in one call. */
const MOST_WALLETS_AT_ONCE = 5_000;

type BulkBarProps = {
  selection: Selection;
  filters: WalletFilters;
  /** The wallets that match the filters; `isCapped`: more match. */
  total: number;
  isCapped: boolean;
};

/** What is selected and what can be done with it, at the bottom of the list while something is selected. Decision 0115. */
export function BulkBar({ selection, filters, total, isCapped }: BulkBarProps) {
  const [change, setChange] = useState<BulkChange>("close");
  const [isOpen, setIsOpen] = useState(false);
  const count = selection.isAll ? total : selection.ids.size;
  const start = (next: BulkChange) => {
    setChange(next);
    setIsOpen(true);
  };
  const mayAll = !isCapped && total <= MOST_WALLETS_AT_ONCE;
  return (
    <>
      {count > 0 && (
        <section
          aria-label={texts.changeSelected}
          className="sticky bottom-2 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-control border bg-panel p-2 shadow-lift"
        >
          <p role="status" className="px-2 font-medium tabular-nums">
            {texts.selected(count)}
          </p>
          {!selection.isAll && total > count && mayAll && (
            <Button size="small" variant="quiet" onClick={selection.selectAll}>
              {texts.selectAllMatching(total)}
            </Button>
          )}
          {!mayAll && <p className="text-fg-2 text-xs">{texts.tooMany(MOST_WALLETS_AT_ONCE)}</p>}
          <span className="ml-auto flex gap-2">
            <Button size="small" variant="quiet" onClick={selection.clear}>
              {texts.clearSelection}
            </Button>
            <ChangeMenu
              onChoose={start}
              trigger={
                <Button size="small" variant="primary" icon={ChevronDown} aria-haspopup="menu">
                  {texts.change}
                </Button>
              }
            />
          </span>
        </section>
      )}
      <BulkSheet
        isOpen={isOpen}
        change={change}
        count={count}
        chosen={selection.isAll ? { matching: filters, expected: total } : { customerIds: [...selection.ids] }}
        onClose={() => setIsOpen(false)}
        onDone={selection.clear}
      />
    </>
  );
}

function ChangeMenu({ trigger, onChoose }: { trigger: ReactNode; onChoose: (change: BulkChange) => void }) {
  const session = useSession();
  const noCredit = refusalOf(session, "setPostNoCredit");
  return (
    <Menu trigger={trigger} label={texts.changeSelected} side="top">
      <MenuItem icon={Snowflake} obstacle={refusalOf(session, "freezeWallet")} onSelect={() => onChoose("close")}>
        {texts.freeze}
      </MenuItem>
      <MenuItem icon={Sun} obstacle={refusalOf(session, "enableWallet")} onSelect={() => onChoose("enable")}>
        {texts.unfreeze}
      </MenuItem>
      <MenuItem icon={Ban} obstacle={noCredit} onSelect={() => onChoose("enable-post-no-credit")}>
        {texts.blockCredits}
      </MenuItem>
      <MenuItem icon={CircleCheck} obstacle={noCredit} onSelect={() => onChoose("disable-post-no-credit")}>
        {texts.allowCredits}
      </MenuItem>
    </Menu>
  );
}
