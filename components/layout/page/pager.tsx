import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { CappedMetadata } from "../../../contract/envelope.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { texts } from "./texts.ts";

type PagerProps = {
  metadata: CappedMetadata;
  /** The total in words: `2,184 wallets`. */
  total: string;
  /** How to see rows beyond a capped total. */
  narrow?: string;
  /** The next page exists but cannot be read. */
  isEnd?: boolean;
  words?: readonly [back: string, on: string];
  onPage: (page: number) => void;
  /** The age of the page's data. */
  children?: ReactNode;
};

/** The range of rows and the total, with links to the neighbouring pages if there are any. */
export function Pager({
  metadata,
  total,
  narrow = texts.narrowTheList,
  isEnd = false,
  words: [back, on] = [texts.newer, texts.older],
  onPage,
  children,
}: PagerProps) {
  const { page, perPage, totalRecords, totalPages, totalIsCapped } = metadata;
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, totalRecords);
  return (
    <nav
      aria-label={texts.pages}
      className="mt-4 flex flex-wrap items-center justify-between gap-4 text-fg-2 tabular-nums"
    >
      <span>
        {texts.firstLastOf(first.toLocaleString("en-NG"), last.toLocaleString("en-NG"))}{" "}
        {totalIsCapped ? texts.moreThanTotalNarrow(total, narrow) : total}
        {children && (
          <span className="text-fg-3">
            {" · "}
            {children}
          </span>
        )}
      </span>
      {totalPages > 1 && (
        <span className="flex gap-2">
          <Button size="small" icon={ChevronLeft} isBlocked={page <= 1} onClick={() => onPage(page - 1)}>
            {back}
          </Button>
          <Button
            size="small"
            icon={ChevronRight}
            isBlocked={page >= totalPages || isEnd}
            onClick={() => onPage(page + 1)}
          >
            {on}
          </Button>
        </span>
      )}
    </nav>
  );
}

type PastTheEndProps = { icon: LucideIcon; page: number; onPage: (page: number) => void };

/** Shown when the URL's page is beyond the end of the list. Dashboard 2.4. */
export function PastTheEnd({ icon, page, onPage }: PastTheEndProps) {
  return (
    <EmptyState
      icon={icon}
      title={texts.theListIsShorter}
      action={<Button onClick={() => onPage(1)}>{texts.goToTheFirst}</Button>}
    >
      <p>{texts.thereIsNoPage(page.toLocaleString("en-NG"))}</p>
    </EmptyState>
  );
}
