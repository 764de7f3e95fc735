"use client";

import { useEffect, useRef, useState } from "react";
import type { PreflightResult } from "../../../contract/batch-records.ts";
import type { PayoutPreflightResult } from "../../../contract/payout-batches.ts";
import type { WalletPreflightResult } from "../../../contract/wallet-creation.ts";
import type { BatchKind } from "../../../lib/api/batches.ts";
import { preflightCustomers, preflightPayouts, preflightRows } from "../../../lib/api/imports.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { dayText } from "../../../lib/format/instant.ts";
import { RECENT_DAYS, repeatedWord } from "../../../lib/format/repeated-rows.ts";
import type { ImportKind } from "../../../lib/import/rows/columns.ts";
import type { Verdict } from "../../../lib/import/rows/verdicts.ts";
import type { ReviewRows, RowVerdict, UncheckedRows } from "../../../lib/import/worker/worker-messages.ts";
import type { Session } from "../../../lib/permissions.ts";
import { texts } from "./texts.ts";
import type { Import } from "./use-import.ts";

export type Preflight =
  | { at: "idle" }
  | { at: "running"; done: number }
  | { at: "failed"; error: unknown }
  | { at: "done"; rows: ReviewRows };

/**
 * Asks the service about every row before it is sent, in chunks of 1,000 and one after the other, so that memory and requests stay bounded.
 * Rows that were checked before and not edited since are not asked about again. `cancel` ends it after the current chunk.
 */
export function usePreflight(kind: ImportKind, { ask, count }: Pick<Import, "ask" | "count">) {
  const session = useSession();
  const [state, setState] = useState<Preflight>({ at: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** One chunk; false when every row is checked. */
  const step = async (restart: boolean, signal: AbortSignal): Promise<boolean> => {
    const chunk = await ask("uncheckedRows", { restart, now: new Date() });
    if (!chunk || chunk.rows.length === 0) return false;
    const counts = await ask("noteVerdicts", await verdictsOf(session, kind, { rows: chunk.rows, signal }));
    if (signal.aborted) return false;
    if (counts) count(counts);
    setState({ at: "running", done: chunk.done });
    return true;
  };
  const run = async (): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ at: "running", done: 0 });
    try {
      for (let goesOn = await step(true, signal); goesOn; ) goesOn = await step(false, signal);
      const rows = await ask("reviewRows", undefined);
      if (rows && !signal.aborted) setState({ at: "done", rows });
    } catch (error) {
      if (!signal.aborted) setState({ at: "failed", error });
    }
  };
  return {
    state,
    run,
    cancel: () => running.current?.abort(),
    /** Changes which rows are sent in spite of their verdict. */
    async choose(choice: { again: boolean; withFailing: boolean }): Promise<void> {
      const counts = await ask("choose", choice);
      if (counts) count(counts);
      const rows = await ask("reviewRows", undefined);
      if (rows) setState((now) => (now.at === "done" ? { at: "done", rows } : now));
    },
  };
}

type Chunk = { rows: UncheckedRows["rows"]; signal: AbortSignal };

async function verdictsOf(session: Session, kind: ImportKind, { rows, signal }: Chunk): Promise<readonly RowVerdict[]> {
  if (kind === "payout") {
    const items = rows.flatMap(({ item }) => ("sortCode" in item ? [item] : []));
    const payouts = await preflightPayouts(session, items, signal);
    return rows.map((one, index) => payoutVerdict(one, payouts[index]));
  }
  if (kind === "create") {
    const customers = rows.flatMap(({ item }) => ("cells" in item ? [item] : []));
    const results = await preflightCustomers(session, customers, signal);
    return rows.map(({ row }, index) => customerVerdict(row, results[index]));
  }
  const items = rows.flatMap(({ item }) => ("sortCode" in item || "cells" in item ? [] : [item]));
  const results = await preflightRows(session, kind, items, signal);
  return rows.map(({ row, isFixed }, index) => {
    const result = results[index];
    if (!result) throw new Error("the service did not answer for every row");
    return { row, name: result.name, verdict: verdictOf(kind, result, isFixed) };
  });
}

const BY: Record<NonNullable<WalletPreflightResult["existing"]>["by"], string> = {
  phone_number: texts.samePhone,
  bvn: texts.sameBvn,
  nin: texts.sameNin,
  email: texts.sameEmail,
};

function customerVerdict(row: number, result: WalletPreflightResult | undefined): RowVerdict {
  if (!result) throw new Error("the service did not answer for every row");
  const { reason, existing, tier } = result;
  const about = { row, name: null, ...(tier ? { tier } : {}) };
  if (!existing) {
    return {
      ...about,
      verdict: reason === null ? null : { kind: "failing", text: reason, batchId: null, isFixed: false },
    };
  }
  const { by, name, accountNumber, customerId } = existing;
  const text = texts.likeNameAccount(BY[by], name, accountNumber);
  const verdict = { text, batchId: null, customerId, isFixed: by !== "email" };
  return { ...about, verdict: { ...verdict, kind: by === "email" ? "recent" : "paid" } };
}

function payoutVerdict(
  { row, isFixed, isRepeat }: UncheckedRows["rows"][number],
  result: PayoutPreflightResult | undefined,
): RowVerdict {
  if (!result) throw new Error("the service did not answer for every row");
  const { accountName, reason, total, fee, vat, duty } = result;
  const cost = fee + vat + duty;
  const about = { row, name: accountName, ...(total > 0 ? { cost } : {}) };
  const verdict = (kind: Verdict["kind"], text: string) => ({ kind, text, batchId: null, isFixed: false });
  if (reason?.code === "reference_exists") {
    return { ...about, verdict: { ...verdict("paid", texts.referenceWasUsed), isFixed } };
  }
  if (reason?.code === "possible_duplicate" && !isRepeat) {
    return { ...about, verdict: verdict("recent", texts.sentInTheLast) };
  }
  if (reason && reason.code !== "possible_duplicate") return { ...about, verdict: verdict("failing", reason.message) };
  return { ...about, verdict: isRepeat ? verdict("recent", texts.sameAccountAndAmount) : null };
}

function verdictOf(
  kind: BatchKind,
  { reason, duplicateOf, recent }: PreflightResult,
  isFixed: boolean,
): Verdict | null {
  const word = repeatedWord(kind);
  if (duplicateOf) {
    const text = `${word} ${dayText(duplicateOf.paidAt)}`;
    return { kind: "paid", text, batchId: duplicateOf.batchId, isFixed };
  }
  if (reason) return { kind: "failing", text: reason.message, batchId: null, isFixed };
  if (!recent) return null;
  const text = texts.sameAmountWordDay(word.toLowerCase(), dayText(recent.paidAt), RECENT_DAYS);
  return { kind: "recent", text, batchId: recent.batchId, isFixed: false };
}
