import { mailHeads } from "../domain/transactions/seals/mail-head.ts";
import { publishHead } from "../domain/transactions/seals/publish-head.ts";
import type { Job } from "./job.ts";

/** Writes the day's signed head of the hash chain. */
export const publishDailyHead: Job = { name: "publish-head", everySeconds: 600, run: publishHead };

/** Mails the head to the merchants that subscribe to it. */
export const mailDailyHead: Job = { name: "mail-head", everySeconds: 600, run: mailHeads };
