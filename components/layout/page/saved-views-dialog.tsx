"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { ListName, SavedView } from "../../../contract/saved-views.ts";
import { savedViewsQuery, useWriteView } from "../../../lib/api/saved-views.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Modal, SheetBody, SheetFoot } from "../../ui/overlay.tsx";
import { showToast } from "../../ui/toast-store.ts";
import { texts } from "./texts.ts";
import { WriteProblem } from "./write-problem.tsx";

type SavedViewsDialogProps = { isOpen: boolean; kind: "save" | "manage"; list: ListName; onClose: () => void };

export function SavedViewsDialog({ isOpen, kind, list, onClose }: SavedViewsDialogProps) {
  return (
    <Modal
      title={kind === "save" ? texts.saveTheseFilters : texts.manageSavedViews}
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      {kind === "save" ? <SaveForm list={list} onClose={onClose} /> : <Views list={list} onClose={onClose} />}
    </Modal>
  );
}

const MOST = 60;

/** The filters of the address, without the page. */
function currentQuery(): string {
  const query = new URLSearchParams(window.location.search);
  query.delete("page");
  return query.toString();
}

function SaveForm({ list, onClose }: { list: ListName; onClose: () => void }) {
  const [name, setName] = useState("");
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const write = useWriteView(list);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "" || write.isPending) return;
    write.mutate(
      { kind: "save", name: name.trim(), query: currentQuery(), idempotencyKey },
      {
        onSuccess: () => {
          onClose();
          showToast({ title: texts.viewSaved });
        },
        // A refused name is another request with the next one.
        onError: () => setKey(crypto.randomUUID()),
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <Field label={texts.nameOfTheView} hint={texts.onlyYouSeeIt}>
          {(field) => (
            <Input {...field} maxLength={MOST} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        {write.isError && <WriteProblem title={texts.viewNotSaved} error={write.error} />}
      </SheetBody>
      <SheetFoot>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" isBusy={write.isPending} isBlocked={name.trim() === ""}>
          {texts.saveView}
        </Button>
      </SheetFoot>
    </form>
  );
}

function Views({ list, onClose }: { list: ListName; onClose: () => void }) {
  const views = useQuery(savedViewsQuery(useSession(), list)).data ?? [];
  return (
    <>
      <SheetBody>
        {views.length === 0 && <p className="text-fg-2">{texts.noSavedViewsYet}</p>}
        <ul className="grid gap-3">
          {views.map((view) => (
            <View key={view.id} view={view} list={list} />
          ))}
        </ul>
      </SheetBody>
      <SheetFoot>
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      </SheetFoot>
    </>
  );
}

function View({ view, list }: { view: SavedView; list: ListName }) {
  const [name, setName] = useState(view.name);
  const write = useWriteView(list);
  const isChanged = name.trim() !== view.name && name.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !write.isPending) write.mutate({ kind: "rename", id: view.id, name: name.trim() });
  };
  return (
    <li className="grid gap-2">
      <form onSubmit={submit} className="flex items-center gap-2">
        <Input
          aria-label={texts.nameOf(view.name)}
          maxLength={MOST}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" isBlocked={!isChanged} isBusy={write.isPending}>
          {texts.rename}
        </Button>
        <Button
          iconOnly
          icon={Trash2}
          aria-label={texts.removeView(view.name)}
          onClick={() => write.mutate({ kind: "remove", id: view.id })}
        />
      </form>
      {write.isError && <WriteProblem title={texts.viewNotSaved} error={write.error} />}
    </li>
  );
}
