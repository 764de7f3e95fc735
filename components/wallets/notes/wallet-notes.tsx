"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { WalletNote } from "../../../contract/wallet-notes.ts";
import { isOutcomeUnknown, isRefused } from "../../../lib/api/service-error.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { useAddNote, useRemoveNote, walletNotesQuery } from "../../../lib/api/wallet-notes.ts";
import { useKeyedDraft } from "../../layout/hooks/use-keyed-draft.ts";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button, MiniButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { LoadingNote, Skeleton } from "../../ui/skeleton.tsx";
import { When } from "../../ui/when.tsx";
import { texts } from "./texts.ts";

const MOST = 1_000;

/** The notes of staff on a wallet, newest first, with a form for a new one. Decision 0114. */
export function WalletNotes({ customerId }: { customerId: string }) {
  const session = useSession();
  const read = useInfiniteQuery(walletNotesQuery(session, customerId));
  const notes = read.data?.pages.flatMap((page) => page.notes) ?? [];
  return (
    <div className="grid max-w-form gap-5 py-3">
      <NewNote customerId={customerId} />
      {read.isPending && (
        <>
          <LoadingNote>{texts.loadingNotes}</LoadingNote>
          <Skeleton className="w-64" />
        </>
      )}
      {read.isError && !read.data && (
        <LoadProblem what={texts.theNotes} error={read.error} onRetry={() => void read.refetch()} />
      )}
      {read.data && notes.length === 0 && <p className="text-fg-2">{texts.noNotesYet}</p>}
      <ul className="grid gap-4">
        {notes.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
      {read.hasNextPage && (
        <Button
          className="justify-self-start"
          isBusy={read.isFetchingNextPage}
          onClick={() => void read.fetchNextPage()}
        >
          {texts.showOlderNotes}
        </Button>
      )}
    </div>
  );
}

function NewNote({ customerId }: { customerId: string }) {
  const { text, idempotencyKey, change, drop } = useKeyedDraft(`note:${customerId}`);
  const add = useAddNote(customerId);
  // While the outcome is unknown the same note is sent again.
  const isUnknown = isOutcomeUnknown(add.error);
  const note = text.trim();
  const isTooLong = note.length > MOST;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (note === "" || isTooLong || add.isPending) return;
    add.mutate(
      { text: note, idempotencyKey },
      {
        onSuccess: () => {
          change("");
          drop();
        },
        onError: (error) => isRefused(error) && change(text),
      },
    );
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field
        label={texts.newNote}
        hint={texts.seenByYourTeam}
        error={isTooLong ? texts.atMostCharacters(MOST) : undefined}
      >
        {(field) => (
          <Textarea
            {...field}
            value={text}
            readOnly={isUnknown || add.isPending}
            onChange={({ target }) => change(target.value)}
          />
        )}
      </Field>
      {add.isError && <WriteProblem title={texts.noteNotAdded} lost={texts.theAnswerWasLost} error={add.error} />}
      <Button type="submit" icon={Plus} className="justify-self-start" isBusy={add.isPending} isBlocked={note === ""}>
        {isUnknown ? texts.askAgain : texts.addNote}
      </Button>
    </form>
  );
}

function Note({ note }: { note: WalletNote }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveNote();
  return (
    <li className="grid gap-1 border-b pb-4">
      <div className="flex items-start justify-between gap-3 text-fg-2 text-xs">
        <span className="wrap-anywhere min-w-0">
          {note.authorName} · <When at={note.createdAt} isLong />
        </span>
        {note.isOwn && !isAsking && (
          <MiniButton icon={Trash2} aria-label={texts.removeNote} onClick={() => setIsAsking(true)} />
        )}
      </div>
      <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
      {isAsking && (
        <div className="flex flex-wrap items-center gap-2">
          <span>{texts.removeThisNote}</span>
          <Button size="small" variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate(note.id)}>
            {texts.remove}
          </Button>
          <Button size="small" autoFocus onClick={() => setIsAsking(false)}>
            {texts.keep}
          </Button>
        </div>
      )}
      {remove.isError && <WriteProblem title={texts.noteNotRemoved} error={remove.error} />}
    </li>
  );
}
