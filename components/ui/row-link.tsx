"use client";

import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "./class-names.ts";
import { Link } from "./link.tsx";

/** The links of a list's rows, between which J and K move. */
export const ROW_LINK = "a[data-row]";

/** The link of the row with this ID, if the list shows it. */
export function findRowLink(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`a[data-row="${CSS.escape(id)}"]`) ?? null;
}

type RowLinkProps = Omit<ComponentProps<typeof Link>, "onClick"> & {
  rowId: string;
  /** `frame` outlines the focused row and marks the current one; `underline` underlines the text of the hovered row. */
  variant: "frame" | "underline";
  isCurrent?: boolean;
  /** Opens the row on this page. Return `false` to follow the link. Not called for clicks that open a new tab or window. */
  onOpen?: () => unknown;
};

const looks = {
  frame:
    "outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-[-2px] aria-[current=true]:after:border-accent aria-[current=true]:after:border-l-2 aria-[current=true]:after:bg-fg/5",
  underline: "rounded-small outline-offset-[-2px] group-hover:underline group-hover:underline-offset-2",
};

/** A link that covers its whole table row. Buttons in the row must be above it. */
export function RowLink({ rowId, variant, isCurrent = false, onOpen, className, ...rest }: RowLinkProps) {
  const open = (event: MouseEvent) => {
    if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (onOpen() !== false) event.preventDefault();
  };
  return (
    <Link
      {...rest}
      data-row={rowId}
      aria-current={isCurrent || undefined}
      onClick={open}
      className={classNames("trim after:absolute after:inset-0", looks[variant], className)}
    />
  );
}
