import { resealValues } from "../domain/reseal-values.ts";
import { CommandRefused, type PlatformCommand } from "./platform-command.ts";

/** Seals all stored secrets again with the newest key, before an old key is removed from `SECRETS_KEY`. Decision 0091. */
export const reseal: PlatformCommand = {
  usage: "reseal",
  summary: "seal all stored secrets with the newest key of SECRETS_KEY; may run beside the service and be repeated",
  async run({ services, print }) {
    let failed = 0;
    for await (const report of resealValues(services)) {
      print(`${report.column}: ${report.read} read, ${report.renewed} sealed again.`);
      for (const row of report.failed.slice(0, 10)) print(`  cannot be opened: ${row}`);
      failed += report.failed.length;
    }
    if (failed > 0) throw new CommandRefused(`${failed} values cannot be opened with the keys of SECRETS_KEY.`);
    print("Every value is sealed with the newest key. Keep the lowest key: hashes depend on it.");
  },
};
