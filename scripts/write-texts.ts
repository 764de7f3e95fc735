import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeTexts, listTexts } from "./list-texts.ts";
import { ROOT } from "./sources.ts";

// `npm run texts`, after a text of the dashboard changed.
writeFileSync(join(ROOT, "docs", "texts.md"), describeTexts(await listTexts()));
console.log("docs/texts.md written.");
