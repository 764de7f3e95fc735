"use client";

import { useSyncExternalStore } from "react";
import type { Wallet } from "../../../contract/wallets.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import type { Session } from "../../../lib/permissions.ts";

/** The stored data of an opened wallet: no account number and no balance. Dashboard 5.1. */
export type RecentWallet = { customerId: string; name: string; lastDigits: string };

const MOST = 20;
const NONE: readonly RecentWallet[] = [];
const listeners = new Set<() => void>();
let cached: { key: string; text: string | null; wallets: readonly RecentWallet[] } | undefined;

/** Wallets this user opened in this tab and mode, latest first. In `sessionStorage`, which is cleared on sign-out. */
export function useRecentWallets(): readonly RecentWallet[] {
  const session = useSession();
  return useSyncExternalStore(
    subscribe,
    () => read(keyFor(session)),
    () => NONE,
  );
}

export function rememberWallet(session: Session, wallet: Pick<Wallet, "customerId" | "accountName" | "accountNumber">) {
  const { customerId, accountName: name, accountNumber } = wallet;
  const others = read(keyFor(session)).filter((recent) => recent.customerId !== customerId);
  const wallets = [{ customerId, name, lastDigits: accountNumber.slice(-4) }, ...others].slice(0, MOST);
  try {
    sessionStorage.setItem(keyFor(session), JSON.stringify(wallets));
  } catch {
    return; // Storage is disabled or full; recent wallets are optional.
  }
  for (const listener of listeners) listener();
}

function keyFor({ merchantId, userId, mode }: Session): string {
  return `recent-wallets:${merchantId}:${userId}:${mode}`;
}

function read(key: string): readonly RecentWallet[] {
  const text = readText(key);
  if (cached?.key !== key || cached.text !== text) cached = { key, text, wallets: parse(text) };
  return cached.wallets;
}

function readText(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse(text: string | null): readonly RecentWallet[] {
  if (text === null) return NONE;
  try {
    const wallets: unknown = JSON.parse(text);
    return Array.isArray(wallets) ? wallets.filter(isRecent).slice(0, MOST) : NONE;
  } catch {
    return NONE;
  }
}

function isRecent(value: unknown): value is RecentWallet {
  const recent = value as Partial<RecentWallet> | null;
  return [recent?.customerId, recent?.name, recent?.lastDigits].every((field) => typeof field === "string");
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
