import { processBatches } from "../domain/batches/upload/process-batches.ts";
import { discardAbandonedUploads } from "../domain/batches/upload/receive-upload.ts";
import type { Job } from "./job.ts";

/** Ends a run while uploads remain, so that the worker can stop, and the log and the metrics know of its progress. */
const RUN_MS = 3_000;

export const processUploadedBatches: Job = {
  name: "process-batches",
  everySeconds: 0.2,
  comesFirst: true,
  async run(services) {
    const { rows, isBehind } = await processBatches(services, { forMs: RUN_MS });
    return { ...(rows > 0 && { rows }), isBehind };
  },
};

export const discardUploads: Job = {
  name: "discard-abandoned-uploads",
  everySeconds: 600,
  async run(services) {
    const discarded = await discardAbandonedUploads(services);
    return discarded > 0 ? { discarded } : undefined;
  },
};
