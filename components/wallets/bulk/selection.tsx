"use client";

import { createContext, useContext, useState } from "react";
import { texts } from "./texts.ts";

/** The selected wallets by customer ID; `isAll`: all that match the filters, on every page. */
export type Selection = {
  ids: ReadonlySet<string>;
  isAll: boolean;
  toggle: (ids: readonly string[], isOn: boolean) => void;
  selectAll: () => void;
  clear: () => void;
};

/** `page`: the customers on the shown page. */
const SelectionContext = createContext<(Selection & { page: readonly string[] }) | null>(null);
export const SelectionProvider = SelectionContext;

/** A selection that ends when `filters` change: it must never contain a wallet that the person no longer sees. */
export function useSelection(filters: string): Selection {
  const [state, setState] = useState({ filters, ids: new Set<string>(), isAll: false });
  const current = state.filters === filters ? state : { filters, ids: new Set<string>(), isAll: false };
  return {
    ids: current.ids,
    isAll: current.isAll,
    toggle: (ids, isOn) => {
      const next = new Set(current.ids);
      for (const id of ids) isOn ? next.add(id) : next.delete(id);
      setState({ filters, ids: next, isAll: false });
    },
    selectAll: () => setState({ filters, ids: current.ids, isAll: true }),
    clear: () => setState({ filters, ids: new Set(), isAll: false }),
  };
}

const box = "size-4 cursor-pointer accent-accent align-middle";
// A target of 24 px around the box.
// Above the link that covers the row.
const target = "relative z-10 -ml-1 inline-grid size-6 align-middle cursor-pointer place-items-center";

export function RowCheckbox({ customerId, name }: { customerId: string; name: string }) {
  const selection = useContext(SelectionContext);
  if (!selection) return null;
  return (
    <label className={target}>
      <input
        type="checkbox"
        aria-label={texts.select(name)}
        className={box}
        checked={selection.isAll || selection.ids.has(customerId)}
        onChange={({ target: { checked } }) => selection.toggle([customerId], checked)}
      />
    </label>
  );
}

export function PageCheckbox() {
  const selection = useContext(SelectionContext);
  if (!selection) return null;
  const chosen = selection.page.filter((id) => selection.isAll || selection.ids.has(id)).length;
  const isWhole = chosen > 0 && chosen === selection.page.length;
  return (
    <label className={target}>
      <input
        type="checkbox"
        aria-label={texts.selectPage}
        className={box}
        ref={(element) => {
          if (element) element.indeterminate = chosen > 0 && !isWhole;
        }}
        checked={isWhole}
        onChange={({ target: { checked } }) => selection.toggle(selection.page, checked)}
      />
    </label>
  );
}
