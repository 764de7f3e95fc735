import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const ROOT = dirname(dirname(import.meta.dirname));
const SDK = join(ROOT, "sdk", "typescript");
const ENTRIES = ["client", "webhooks"].map((name) => join(SDK, "src", `${name}.ts`));

/** Writes `sdk/typescript/dist`: ES modules, CommonJS, and the types of both. */
export async function buildSdk(): Promise<void> {
  const dist = join(SDK, "dist");
  rmSync(dist, { recursive: true, force: true });
  await promisify(execFile)(process.execPath, [
    join(ROOT, "node_modules", "typescript", "bin", "tsc"),
    ...["-p", join(SDK, "tsconfig.json"), "--noEmit", "false", "--emitDeclarationOnly", "--declaration"],
    ...["--outDir", join(dist, "esm"), "--rootDir", join(SDK, "src")],
  ]);
  for (const file of readdirSync(join(dist, "esm"))) {
    const path = join(dist, "esm", file);
    // The compiler keeps the names of the sources, which are not there.
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(/from "(\.\/[\w-]+)\.ts"/g, 'from "$1.js"'));
  }
  // A CommonJS program needs its own copy of the types: the same file cannot describe both kinds of module.
  cpSync(join(dist, "esm"), join(dist, "cjs"), { recursive: true });
  writeFileSync(join(dist, "cjs", "package.json"), '{ "type": "commonjs" }\n');
  const bundle = await rolldown({ input: ENTRIES, platform: "neutral" });
  for (const format of ["esm", "cjs"] as const) {
    await bundle.write({ dir: join(dist, format), format, chunkFileNames: "[name].js" });
  }
  await bundle.close();
}

/** The bytes that a browser or an edge function loads: minified, without what is not used, compressed. */
export async function sizeOfSdk(entry: "client" | "webhooks"): Promise<number> {
  const bundle = await rolldown({ input: join(SDK, "src", `${entry}.ts`), platform: "neutral" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  const code = output.map((file) => (file.type === "chunk" ? file.code : "")).join("");
  return gzipSync(code, { level: 9 }).length;
}
