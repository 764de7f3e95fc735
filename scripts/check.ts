import { runChecks } from "./testing/checks.ts";

const results = await runChecks();
if (results.some((result) => !result.isGood)) process.exitCode = 1;
