// Refuses lock file entries without a hash, from elsewhere than a registry, with an unknown install script or licence.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Lock, lockProblems } from "./supply-chain/lock-rules.ts";

const lock = JSON.parse(readFileSync(join(import.meta.dirname, "..", "package-lock.json"), "utf8")) as Lock;
const problems = lockProblems(lock);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${Object.keys(lock.packages).length - 1} locked packages follow the rules.`);
