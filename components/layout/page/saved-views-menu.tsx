"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark, ListChecks, Plus } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { ListName } from "../../../contract/saved-views.ts";
import { savedViewsQuery } from "../../../lib/api/saved-views.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Menu, MenuHead, MenuItem, MenuLine } from "../../ui/menu.tsx";
import { texts } from "./texts.ts";

/** The service stores no more per list. */
const MOST_VIEWS = 20;

type SavedViewsMenuProps = { list: ListName; trigger: ReactNode; onSave: () => void; onManage: () => void };

export function SavedViewsMenu({ list, trigger, onSave, onManage }: SavedViewsMenuProps) {
  const read = useQuery(savedViewsQuery(useSession(), list));
  const router = useRouter();
  const path = usePathname();
  const views = read.data ?? [];
  const full = views.length >= MOST_VIEWS ? texts.youHaveAllViews(MOST_VIEWS) : null;
  return (
    <Menu trigger={trigger} isOpenAtFirst label={texts.savedViews}>
      <MenuHead>{views.length === 0 ? texts.noSavedViewsYet : texts.savedViews}</MenuHead>
      {views.map(({ id, name, query }) => (
        <MenuItem key={id} icon={Bookmark} onSelect={() => router.push(query === "" ? path : `${path}?${query}`)}>
          <span className="trim max-w-64" title={name}>
            {name}
          </span>
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={Plus} obstacle={full} onSelect={onSave}>
        {texts.saveTheseFilters}
      </MenuItem>
      {views.length > 0 && (
        <MenuItem icon={ListChecks} onSelect={onManage}>
          {texts.manageSavedViews}
        </MenuItem>
      )}
    </Menu>
  );
}
