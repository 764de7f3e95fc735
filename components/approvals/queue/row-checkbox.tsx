"use client";

import { Check } from "lucide-react";
import { useContext } from "react";
import type { PendingItem } from "../../../contract/approvals.ts";
import { Icon } from "../../ui/icon.tsx";
import { kindAppearances } from "../approval-texts.ts";
import { isSelectable } from "../bulk/use-selection.ts";
import { RowStateContext } from "./row-state.ts";

/** The icon of the kind; replaced by a checkbox on hover, focus or touch, to select the row for bulk approval. */
export function RowCheckbox({ item, title }: { item: PendingItem; title: string }) {
  const { selected, onSelect } = useContext(RowStateContext);
  const kind = kindAppearances[item.kind].icon;
  if (!onSelect || !isSelectable(item)) return <Icon of={kind} className="text-fg-3" />;
  return (
    <span className="relative size-4 shrink-0">
      <input
        type="checkbox"
        aria-label={`Choose ${title}`}
        checked={selected.has(item.id)}
        onChange={({ target }) => onSelect(item.id, target.checked)}
        className="peer absolute -inset-1 z-10 m-0 size-6 cursor-pointer opacity-0 pointer-coarse:-inset-3.5 pointer-coarse:size-11"
      />
      <span
        aria-hidden
        className="absolute inset-0 grid place-items-center rounded-small border border-control-line bg-panel text-panel opacity-0 outline-accent outline-offset-2 group-hover:opacity-100 peer-checked:border-fg peer-checked:bg-fg peer-checked:opacity-100 peer-focus-visible:opacity-100 peer-focus-visible:outline-2 pointer-coarse:opacity-100 [&_svg]:hidden peer-checked:[&_svg]:block"
      >
        <Icon of={Check} size={12} />
      </span>
      <Icon
        of={kind}
        className="text-fg-3 group-hover:invisible peer-checked:invisible peer-focus-visible:invisible pointer-coarse:invisible"
      />
    </span>
  );
}
