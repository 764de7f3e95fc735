"use client";

import { Bookmark } from "lucide-react";
import { useState } from "react";
import type { ListName } from "../../../contract/saved-views.ts";
import { Button } from "../../ui/button.tsx";
import { lazyMenu, lazySheet } from "../lazy.tsx";
import { texts } from "./texts.ts";

type MenuProps = { list: ListName; onSave: () => void; onManage: () => void };

const ViewsMenu = lazyMenu(
  (_: MenuProps) => (
    <Button aria-haspopup="menu" icon={Bookmark}>
      {texts.savedViews}
    </Button>
  ),
  () => import("./saved-views-menu.tsx").then((module) => module.SavedViewsMenu),
);
const ViewsDialog = lazySheet(() => import("./saved-views-dialog.tsx").then((module) => module.SavedViewsDialog));

/** The member's saved filters of a list: apply one, save the present ones, rename and remove. Decision 0116. */
export function SavedViews({ list }: { list: ListName }) {
  const [open, setOpen] = useState<"save" | "manage" | null>(null);
  const [shown, setShown] = useState<"save" | "manage">("save");
  const show = (next: "save" | "manage") => {
    setShown(next);
    setOpen(next);
  };
  return (
    <>
      <ViewsMenu list={list} onSave={() => show("save")} onManage={() => show("manage")} />
      <ViewsDialog isOpen={open !== null} kind={shown} list={list} onClose={() => setOpen(null)} />
    </>
  );
}
