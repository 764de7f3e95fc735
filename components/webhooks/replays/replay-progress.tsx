"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect, useRef } from "react";
import { queryKeyOf } from "../../../lib/api/query-keys.ts";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { newestReplayQuery } from "../../../lib/api/webhook-deliveries.ts";
import { countOf } from "../../../lib/format/names.ts";
import { showToast } from "../../ui/toast-store.ts";
import { texts } from "./texts.ts";

const ReplayRunning = dynamic(() => import("./replay-running.tsx").then((module) => module.ReplayRunning), {
  ssr: false,
});

/** The running bulk replay, visible to all users; its end is announced. */
export function ReplayProgress({ blocked }: { blocked: string | null }) {
  const session = useSession();
  const queries = useQueryClient();
  const job = useQuery(newestReplayQuery(session)).data;
  const wasRunning = useRef<string | null>(null);
  useEffect(() => {
    if (job?.status === "running") wasRunning.current = job.id;
    else if (job && wasRunning.current === job.id) {
      wasRunning.current = null;
      showToast({
        title: texts.bulkReplayStatusDeliverys(job.status, countOf(job.replayed, "delivery", "deliveries")),
      });
      void queries.invalidateQueries({ queryKey: queryKeyOf(session, "deliveries") });
    }
  }, [job, queries, session]);
  return job?.status === "running" ? <ReplayRunning job={job} blocked={blocked} /> : null;
}
