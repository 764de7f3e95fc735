import { sealBooks as sealOnce } from "../domain/transactions/seals/seal-books.ts";
import type { Job } from "./job.ts";

/** Links new journals and audit rows into the hash chain. */
export const sealBooks: Job = {
  name: "seal-books",
  everySeconds: 2,
  run: async (services) => {
    const { isBehind } = await sealOnce(services);
    return isBehind ? { isBehind } : undefined;
  },
};
