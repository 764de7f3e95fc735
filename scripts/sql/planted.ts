// check-files.test.ts runs this program, since the test runner's module loader has no hooks. It reads `{ url, path,
// text }` as JSON, checks the text in place of that file, and prints the problems as JSON.
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { openPool } from "../../service/db/pool.ts";
import { ROOT } from "../sources.ts";
import { checkFiles } from "./check-files.ts";

const { url, path, text } = JSON.parse(await readAll(process.stdin)) as { url: string; path: string; text: string };
const file = join(ROOT, path);
const pool = openPool({ url, max: 1, applicationName: "planted" });
const db = await pool.connect();
const { problems } = await checkFiles({
  db,
  root: ROOT,
  isChecked: (one) => one === path,
  samples: [],
  unchecked: {},
  fs: {
    fileExists: (name) => (name === file ? true : undefined),
    readFile: (name) => (name === file ? text : undefined),
    getAccessibleEntries(folder) {
      if (folder !== dirname(file)) return undefined;
      const entries = readdirSync(folder, { withFileTypes: true });
      return {
        files: [...entries.filter((one) => one.isFile()).map(({ name }) => name), basename(file)],
        directories: entries.filter((one) => one.isDirectory()).map(({ name }) => name),
      };
    },
  },
});
db.release();
await pool.end();
console.log(JSON.stringify(problems));
