import { expireStoredAnswers } from "../domain/stored-answers.ts";
import type { Job } from "./job.ts";

export const expireAnswers: Job = {
  name: "expire-stored-answers",
  everySeconds: 600,
  async run(services) {
    const expired = await expireStoredAnswers(services);
    return expired > 0 ? { expired } : undefined;
  },
};
