"use client";

import { createContext, use, useCallback, useState } from "react";
import type { Session } from "../../../lib/permissions.ts";

/** Whether forms may read and write their drafts: not in the render that hydrates, since the server drew the form without its draft (`DraftedForm`). */
export const DraftsReadable = createContext(true);

/** Keeps form input in this tab until it is sent, so that a reload loses nothing. Never for secrets. */
export function useDraft<Fields extends Record<string, string | null>>(key: string, empty: Fields) {
  const isReadable = use(DraftsReadable);
  const [draft] = useState(() => (isReadable ? readDraft(key, empty) : empty));
  const keep = useCallback(
    (fields: Partial<Fields>) => {
      if (isReadable) writeDraft(key, fields);
    },
    [key, isReadable],
  );
  const drop = useCallback(() => {
    if (isReadable) writeDraft(key, null);
  }, [key, isReadable]);
  return { draft, keep, drop };
}

/** The storage key of a form's draft, separate for each person, merchant and mode. */
export function draftKey({ merchantId, userId, mode }: Session, form: string): string {
  return `draft:${merchantId}:${userId}:${mode}:${form}`;
}

/** Whether this tab has a draft under `key`. */
export function hasDraft(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** The draft stored under `key`, merged over the initial values. */
export function readDraft<Fields extends Record<string, string | null>>(key: string, empty: Fields): Fields {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<Record<string, unknown>>;
    const fields = Object.keys(empty).flatMap((name) => (typeof kept[name] === "string" ? [[name, kept[name]]] : []));
    return { ...empty, ...Object.fromEntries(fields) };
  } catch {
    return empty;
  }
}

/** Stores a draft; `null` removes it. */
export function writeDraft(key: string, fields: Partial<Record<string, string | null>> | null) {
  try {
    if (fields === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(fields));
  } catch {
    // Storage is switched off: the draft lives as long as the form.
  }
}
