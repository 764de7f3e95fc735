import type { LaneTrouble } from "../db/ledger/ledger-lane.ts";
import type { Sign } from "./decide-flush.ts";
import type { QueueOptions } from "./posting-queue.ts";
import type { LedgerTracer } from "./posting-traces.ts";

/** Callbacks for metrics, for traces and for waking the worker. They must not throw. */
export type CommitterHooks = {
  tracer?: LedgerTracer;
  committed?(flush: { postings: number; movements: number; milliseconds: number }): void;
  troubled?(trouble: { kind: LaneTrouble; postings: number; error: unknown }): void;
  /** A posting found no room in the queue: its tenant has too many waiting, or all together have. */
  refused?(reason: "tenant" | "all"): void;
};

export type CommitterOptions = {
  /** Lanes open their own connections: a pooled connection could be reused by other code between round trips. */
  databaseUrl: string;
  clock: { now(): Date };
  /** Authenticates a journal from its line and the lines of its rows. Ledger 6. */
  sign: Sign;
  lanes?: number;
  /** Limits and weights of the queue. */
  queue?: Partial<QueueOptions>;
  maxFlush?: number;
  /** How long postings wait for an unreachable database before they are refused. */
  giveUpSeconds?: number;
  hooks?: CommitterHooks;
};

export type CommitterSettings = Required<CommitterOptions>;
