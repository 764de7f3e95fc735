"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { tagsQuery, useChangeTags } from "../../../lib/api/wallet-notes.ts";
import { WriteProblem } from "../../layout/page/write-problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/input.tsx";
import { texts } from "./texts.ts";

const MOST_TAGS = 10;

/** The tags of a wallet: each can be removed, and a new one added. Decision 0114. */
export function WalletTags({ wallet }: { wallet: Wallet }) {
  const id = useId();
  const change = useChangeTags(wallet.customerId);
  const [text, setText] = useState("");
  const [isAdding, setIsAdding] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tag = text.trim();
    if (tag !== "" && !change.isPending) change.mutate({ add: [tag] }, { onSuccess: () => setText("") });
  };
  return (
    <section aria-labelledby={`${id}-title`} className="mb-6">
      <div className="mb-2 flex min-h-6 items-center justify-between">
        <h2 id={`${id}-title`} className="font-semibold text-md">
          {texts.tags}
        </h2>
        {!isAdding && wallet.tags.length < MOST_TAGS && (
          <Button size="small" variant="quiet" onClick={() => setIsAdding(true)}>
            {texts.addTag}
          </Button>
        )}
      </div>
      <ul className="flex flex-wrap gap-1.5">
        {wallet.tags.length === 0 && <li className="text-fg-2">{texts.noTags}</li>}
        {wallet.tags.map((tag) => (
          <li
            key={tag}
            className="inline-flex max-w-full items-center rounded-chip bg-mute-tint pl-2 text-mute text-xs"
          >
            <span className="trim">{tag}</span>
            <button
              type="button"
              aria-label={texts.removeTag(tag)}
              onClick={() => change.mutate({ remove: [tag] })}
              className="grid size-6 shrink-0 place-items-center rounded-chip hover:text-fg"
            >
              <X aria-hidden size={12} />
            </button>
          </li>
        ))}
      </ul>
      {isAdding && (
        <form onSubmit={submit} className="mt-2 flex items-start gap-2">
          <Input
            aria-label={texts.newTag}
            autoFocus
            autoComplete="off"
            list={`${id}-known`}
            maxLength={24}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key }) => key === "Escape" && setIsAdding(false)}
          />
          <KnownTags id={`${id}-known`} />
          <Button type="submit" isBusy={change.isPending}>
            {texts.add}
          </Button>
        </form>
      )}
      {change.isError && <WriteProblem title={texts.tagNotChanged} error={change.error} />}
    </section>
  );
}

function KnownTags({ id }: { id: string }) {
  const known = useQuery(tagsQuery(useSession())).data ?? [];
  return (
    <datalist id={id}>
      {known.map((tag) => (
        <option key={tag} value={tag} />
      ))}
    </datalist>
  );
}
