"use client";

import { useCallback, useState } from "react";
import type { Session } from "../../lib/permissions.ts";

/** What was typed into a form, kept in this tab until it is sent, so that a reload loses nothing. Never for secrets. */
export function useDraft<Fields extends Record<string, string | null>>(key: string, empty: Fields) {
  const [draft] = useState(() => read(key, empty));
  const keep = useCallback((fields: Partial<Fields>) => write(key, JSON.stringify(fields)), [key]);
  const drop = useCallback(() => write(key, null), [key]);
  return { draft, keep, drop };
}

/** Where a form's draft lies: another person, merchant or mode never sees it. */
export function draftKey({ merchantId, userId, mode }: Session, form: string): string {
  return `draft:${merchantId}:${userId}:${mode}:${form}`;
}

function read<Fields extends Record<string, string | null>>(key: string, empty: Fields): Fields {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<Record<string, unknown>>;
    const fields = Object.keys(empty).flatMap((name) => (typeof kept[name] === "string" ? [[name, kept[name]]] : []));
    return { ...empty, ...Object.fromEntries(fields) };
  } catch {
    return empty;
  }
}

function write(key: string, text: string | null) {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Storage is switched off: the draft lives as long as the form.
  }
}
