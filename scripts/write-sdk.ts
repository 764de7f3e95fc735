import { writeFileSync } from "node:fs";
import { buildSdk } from "./sdk/build.ts";
import { generatedTypes, TYPES_FILE } from "./sdk/generated-types.ts";

// `npm run sdk`, after a change of the contract.
writeFileSync(TYPES_FILE, generatedTypes());
await buildSdk();
console.log("sdk/typescript/src/routes.ts and dist written.");
