"use client";

import { useCallback, useState } from "react";
import type { Session } from "../../../lib/permissions.ts";

/** What was typed into a form, kept in this tab until it is sent, so that a reload loses nothing. Never for secrets. */
export function useDraft<Fields extends Record<string, string | null>>(key: string, empty: Fields) {
  const [draft] = useState(() => readDraft(key, empty));
  const keep = useCallback((fields: Partial<Fields>) => writeDraft(key, fields), [key]);
  const drop = useCallback(() => writeDraft(key, null), [key]);
  return { draft, keep, drop };
}

/** Where a form's draft lies: another person, merchant or mode never sees it. */
export function draftKey({ merchantId, userId, mode }: Session, form: string): string {
  return `draft:${merchantId}:${userId}:${mode}:${form}`;
}

/** What is kept under `key`, over what is there before anybody typed. */
export function readDraft<Fields extends Record<string, string | null>>(key: string, empty: Fields): Fields {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<Record<string, unknown>>;
    const fields = Object.keys(empty).flatMap((name) => (typeof kept[name] === "string" ? [[name, kept[name]]] : []));
    return { ...empty, ...Object.fromEntries(fields) };
  } catch {
    return empty;
  }
}

/** Keeps a draft; `null` drops it. */
export function writeDraft(key: string, fields: Partial<Record<string, string | null>> | null) {
  try {
    if (fields === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(fields));
  } catch {
    // Storage is switched off: the draft lives as long as the form.
  }
}
